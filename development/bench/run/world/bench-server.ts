/** A running server with a paid resource: ours or another maker's. */
export type BenchServer = {
  origin: string
  /** The paid resource: a tenth of a cent, with sign-in. */
  url: string
  /** Of the server's process. */
  pid: number
  evmRpcUrl: string
  /** Brings a server back that has not answered everything. */
  recover?: () => Promise<void>
}
