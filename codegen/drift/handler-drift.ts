import type { Node } from '../contract.ts';
import { operationShapes } from '../shape/operation-shape.ts';
import { type Difference, differences } from './differences.ts';
import { unwrapReplies } from './replies.ts';
import { readHandlerClasses } from './tsoa.ts';

/**
 * Returns the differences between the handler classes in `folder` and the contract. Types hold no bounds, formats,
 * descriptions or defaults, so those are not compared. Throws on a class that tsoa cannot read.
 */
export function handlerDrift(folder: string, contract: Node): Difference[] {
  return differences(operationShapes(unwrapReplies(readHandlerClasses(folder))), operationShapes(contract));
}
