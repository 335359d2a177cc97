/** `isLocal` is true when no chain had to be asked, so that the verdict cannot change. */
export type SignatureVerdict = { isValid: boolean; invalidReason?: string; isLocal: boolean }
