import type { Node } from '../contract.ts';
import { operationShapes } from '../shape/operation-shape.ts';
import { type Difference, differences } from './differences.ts';
import { unwrapReplies } from './replies.ts';
import { readHandlerClasses } from './tsoa.ts';

/**
 * Where the handler classes in `folder` do not say what the contract says. Bounds, formats, descriptions and defaults
 * are in no type and so are not compared. Throws on a class that tsoa cannot read.
 */
export function handlerDrift(folder: string, contract: Node): Difference[] {
  return differences(operationShapes(unwrapReplies(readHandlerClasses(folder))), operationShapes(contract));
}
