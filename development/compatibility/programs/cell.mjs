/** Given to a program of others: addresses, and keys of wallets that hold test money. */
export const cell = JSON.parse(process.env.CELL ?? '{}')

/** Says what came, as the last line, and ends: libraries leave timers and sockets open. */
export function end(result) {
  process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0))
}

/** The same for an HTTP answer. */
export const endWith = async (answer) => end({ status: answer.status, text: await answer.text() })

/** A server of others: says where it listens, and goes on. */
export const serving = (origin, paths) => process.stdout.write(`\n${JSON.stringify({ origin, ...paths })}\n`)

/** Resolves when a Node server listens on a free port of this machine. */
export async function listen(server) {
  const listener = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  return `http://127.0.0.1:${listener.address().port}`
}
