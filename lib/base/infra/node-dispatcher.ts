/**
 * Import this before undici. The first of the two to load, Node.js's own fetch or the package, sets the dispatcher that
 * fetch uses from then on, and the package's does not take all that fetch sends: calls of Solana's client failed.
 * Naming `Response` loads Node.js's own.
 */
void globalThis.Response
