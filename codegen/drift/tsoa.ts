import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MetadataGenerator } from '@tsoa/cli/dist/metadataGeneration/metadataGenerator.js';
import { TypeResolver } from '@tsoa/cli/dist/metadataGeneration/typeResolver.js';
import { SpecGenerator3 } from '@tsoa/cli/dist/swagger/specGenerator3.js';
import type ts from 'typescript';
import type { Node } from '../contract.ts';
import { NEVER } from '../shape/read-shape.ts';

/** TypeScript as bundled with tsoa, whose node kinds have other numbers. */
const { SyntaxKind, ScriptTarget, ModuleKind, ModuleResolutionKind } = createRequire(
  createRequire(import.meta.url).resolve('@tsoa/cli/dist/index.js'),
)('typescript') as typeof ts;

/** Compiler options in the numbers of tsoa's TypeScript, which this project's compiler takes for its own. */
const compilerOptions = {
  target: ScriptTarget.ES2022,
  module: ModuleKind.NodeNext,
  moduleResolution: ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Reads the handler classes in `folder` with tsoa: returns an OpenAPI 3.0 document in which each operation has its
 * reply type as the only response. Throws on a type or decorator that tsoa does not know.
 */
export function readHandlerClasses(folder: string): Node {
  const metadata = new MetadataGenerator('', compilerOptions as never, [], [join(folder, '*.ts')]).Generate();
  const config = {
    name: 'handlers',
    version: '0',
    specVersion: 3 as const,
    operationIdTemplate: '{{method.name}}',
    entryFile: '',
    outputDirectory: '',
    noImplicitAdditionalProperties: 'ignore' as const,
  };
  return new SpecGenerator3(metadata, config).GetSpec() as unknown as Node;
}

interface Resolving {
  typeNode: ts.TypeNode;
  current: MetadataGenerator;
  context: never;
}

const { resolve } = TypeResolver.prototype;

/**
 * Adds three types that tsoa does not support: `never`, `bigint`, and a stream of items, which becomes a list of them.
 */
TypeResolver.prototype.resolve = function (this: TypeResolver) {
  const { typeNode, current, context } = this as unknown as Resolving;
  if (typeNode.kind === SyntaxKind.NeverKeyword) return { dataType: 'enum', enums: [NEVER] };
  if (typeNode.kind === SyntaxKind.BigIntKeyword) return { dataType: 'integer' };
  const item = streamItem(typeNode);
  if (item === null) return resolve.call(this);
  const elementType = new TypeResolver(item as never, current, typeNode as never, context).resolve();
  return { dataType: 'array', elementType };
};

function streamItem(node: ts.TypeNode): ts.TypeNode | null {
  if (node.kind !== SyntaxKind.TypeReference) return null;
  const { typeName, typeArguments } = node as ts.TypeReferenceNode;
  return 'text' in typeName && typeName.text === 'AsyncIterable' ? (typeArguments?.[0] ?? null) : null;
}
