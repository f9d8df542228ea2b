// DOM types that the generated TypeScript client uses and that Node's types lack.
type BodyInit = NonNullable<RequestInit['body']>;
