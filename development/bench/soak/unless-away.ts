const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

/** What it comes to; null where a chain or a database that was killed just now could not be asked. */
export async function unlessAway<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A chain that is killed loses what it had taken and not yet put into a block.
  if (error.name === 'WaitForTransactionReceiptTimeoutError') return true
  return ('code' in error && AWAY.has(String(error.code))) || isAway(error.cause)
}
