package daybreak

// Version is the version of the contract that this client was generated from.
const Version = "0.2.0"
