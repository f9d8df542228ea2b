/**
 * Decorators by which a handler class says what it implements. They do nothing at run time, where the operation table
 * routes; the drift gate (codegen/drift) has tsoa read them, which knows them by these names, and compares with the
 * contract.
 */

type OfClass = (target: new (...parts: never[]) => object) => void;
type OfMethod = (target: object, method: string, descriptor: PropertyDescriptor) => void;
type OfParameter = (target: object, method: string, index: number) => void;

const nothing = () => {};

/** The path that the paths of all methods begin with. */
export const Route = (_path: string): OfClass => nothing;

/** The scheme that checks the caller. */
export const Security = (_scheme: 'bearerAuth'): OfMethod => nothing;

export const Get = (_path: string): OfMethod => nothing;
export const Put = (_path: string): OfMethod => nothing;
export const Post = (_path: string): OfMethod => nothing;
export const Delete = (_path: string): OfMethod => nothing;

/** The content type of a body that is not JSON. */
export const Consumes = (_type: string): OfMethod => nothing;

export const Path = (_name: string): OfParameter => nothing;
/** All query parameters as one object. */
export const Queries = (): OfParameter => nothing;
export const Header = (_name: string): OfParameter => nothing;
export const Body = (): OfParameter => nothing;
/** What comes from the server rather than from the request. */
export const Inject = (): OfParameter => nothing;
