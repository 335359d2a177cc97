const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

/** The result; null where a chain or database that was just killed could not be asked. */
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
  // A killed chain loses transactions that it had not yet put into a block.
  if (error.name === 'WaitForTransactionReceiptTimeoutError') return true
  return ('code' in error && AWAY.has(String(error.code))) || isAway(error.cause)
}
