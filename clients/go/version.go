package daybreak

// Version is the version of the OpenAPI contract from which this client is generated.
const Version = "0.2.0"
