/** A running server with a paid resource: ours or another maker's. */
export type BenchServer = {
  origin: string
  /** The paid resource: a tenth of a cent, with sign-in. */
  url: string
  pid: number
  evmRpcUrl: string
  svmRpcUrl: string
  /** Restores a server that has left requests without an answer. */
  recover?: () => Promise<void>
}
