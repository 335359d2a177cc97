/** A wallet's interface for pages: https://eips.ethereum.org/EIPS/eip-1193 */
export type EvmProvider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (value: unknown) => void) => unknown
}
