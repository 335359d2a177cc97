/** Calls `stop` at the first signal to stop. One Ctrl-C may arrive twice, from the terminal and from npm. */
export function onStopSignal(stop: () => void): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isStopping) stop()
      isStopping = true
    })
  }
}
