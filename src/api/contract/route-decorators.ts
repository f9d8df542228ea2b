/**
 * Decorators that declare the operations that a handler class implements. They do nothing at run time: the operation
 * table routes. The drift gate (codegen/drift) reads them with tsoa, which knows these names, and compares them with
 * the contract.
 */

type OfClass = (target: new (...parts: never[]) => object) => void;
type OfMethod = (target: object, method: string, descriptor: PropertyDescriptor) => void;
type OfParameter = (target: object, method: string, index: number) => void;

const nothing = () => {};

/** Common path prefix of all methods. */
export const Route = (_path: string): OfClass => nothing;

/** Security scheme that authenticates the caller. */
export const Security = (_scheme: 'bearerAuth'): OfMethod => nothing;

export const Get = (_path: string): OfMethod => nothing;
export const Put = (_path: string): OfMethod => nothing;
export const Post = (_path: string): OfMethod => nothing;
export const Delete = (_path: string): OfMethod => nothing;

/** Content type of a non-JSON body. */
export const Consumes = (_type: string): OfMethod => nothing;

export const Path = (_name: string): OfParameter => nothing;
/** All query parameters as one object. */
export const Queries = (): OfParameter => nothing;
export const Header = (_name: string): OfParameter => nothing;
export const Body = (): OfParameter => nothing;
/** A value that the server provides, not the request. */
export const Inject = (): OfParameter => nothing;
