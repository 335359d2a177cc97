import type { Target } from '../targets'
import { createEvmBuyer, readUsdc } from '../test-buyer'
import type { TestWorld } from '../test-world'
import { approvePermit2, sendUsdc } from '../wallet-moves'

/** The price of one word of `/stream`. */
export const WORD_PRICE = 1_000n
const WORDS = 95
const PURSE = 100_000n

/**
 * Reads stream after stream with the same money: a wallet signs, reads the first word, sends its money to the next
 * wallet, and that one signs again.
 */
export async function readOnUnpaid(world: TestWorld, target: Target, { rounds = 4, path = '/stream' } = {}) {
  const wallets = await Promise.all(
    Array.from({ length: rounds + 1 }, (_, at) => createEvmBuyer(world, at === 0 ? PURSE : 0n)),
  )
  const earnedBefore = await readUsdc(world, target.payTo)
  const url = `${target.origin}${path}?count=${WORDS}`
  const words: number[] = []
  for (const [at, wallet] of wallets.slice(0, rounds).entries()) {
    await approvePermit2(world, wallet.key)
    const response = await fetch(url, { headers: (await wallet.sign(url)).headers })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    const next = wallets[at + 1]
    if (next) await sendUsdc(world, wallet.key, next.address, await wallet.balance())
    words.push(countWords(first?.value) + (reader ? await readOn(reader) : 0))
  }
  return { words, earned: (await readUsdc(world, target.payTo)) - earnedBefore, kept: await wallets.at(-1)?.balance() }
}

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let words = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return words
      words += countWords(value)
    }
  } catch {
    return words // Ended by the server.
  }
}

const countWords = (part: Uint8Array | undefined): number =>
  part === undefined ? 0 : new TextDecoder().decode(part).split('\n').length - 1
