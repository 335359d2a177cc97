import { readWork } from './handed-work'
import { answerHandover, endSending, type Handover, listHandedTo, wake } from './ledger/handovers'
import { again, type Handed, type Sent, type Submission } from './submission'
import type { WatchTools } from './watch-tools'

/** Longest time in which what was taken up is to be sent. */
const PROMPT_MS = 2_000

export type HandoverService = {
  isBusy(): boolean
  /** False while something was taken up long ago and is not sent: another instance may be able to. */
  isPrompt(): boolean
  /** Takes up what others have left here. */
  look(): Promise<void>
}

export type ServiceParts = {
  tools: WatchTools
  /** Sends it from that wallet of this instance. */
  send(wallet: string, submission: Submission): Promise<Sent | Handed>
  /** It is too empty to pay, or its key does not sign. */
  isOut(wallet: string): boolean
  /** It has a transaction that does not land. */
  isStuck(wallet: string): boolean
}

/** Sends what other instances have left to this one, and wakes them when it has ended. */
export function createHandoverService({ tools, send, isOut, isStuck }: ServiceParts): HandoverService {
  const { database, chain, log, holder } = tools
  const { network } = chain
  const taken = new Map<string, { since: number; isSent: boolean }>()

  const serve = async ({ id, wallet, author, work }: Handover) => {
    const entry = { since: performance.now(), isSent: false }
    taken.set(id, entry)
    try {
      if (isStuck(wallet)) return await endSending(database, { network, wallet, sender: holder })
      const sent = await send(wallet, readWork(chain, { id, work }))
      // Its author sees that this instance does not send now.
      if (sent === again || (sent && 'sent' in sent)) return
      if (sent && !sent.isRefused) {
        entry.isSent = true
        await sent.ended
      } else if (sent && isOut(wallet)) {
        await endSending(database, { network, wallet, sender: holder })
      } else {
        await answerHandover(database, id, { refusal: sent })
      }
    } catch (error) {
      // Another instance may reach what this one does not.
      log.warn({ err: error, network }, 'settle: what another instance left here could not be sent')
      await endSending(database, { network, wallet, sender: holder }).catch(() => {})
    } finally {
      taken.delete(id)
      tellAuthor(author)
    }
  }
  const authors = new Set<string>()
  /** In one statement for all whose transaction has just ended. */
  const tellAuthor = (author: string) => {
    authors.add(author)
    if (authors.size > 1) return
    setImmediate(() => {
      const instances = [...authors]
      authors.clear()
      wake(database, instances).catch((error: unknown) =>
        log.warn({ err: error, network }, 'settle: other instances could not be told'),
      )
    })
  }
  return {
    isBusy: () => taken.size > 0,
    isPrompt: () => [...taken.values()].every(({ since, isSent }) => isSent || performance.now() - since < PROMPT_MS),
    async look() {
      const handovers = await listHandedTo(database, { network, sender: holder, known: [...taken.keys()] })
      for (const handover of handovers) if (!taken.has(handover.id)) void serve(handover)
    },
  }
}
