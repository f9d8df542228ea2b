/** Version of this package, and of the OpenAPI contract from which it is generated. */
export const version = '0.2.0';
