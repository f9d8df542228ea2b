/** Of this package, and of the contract that it is generated from. */
export const version = '0.2.0';
