import { randomUUID } from 'node:crypto'
import { writeWork } from './handed-work'
import type { Decision } from './ledger/decide-settlements'
import { extendSending, type HandoverState, handOver, readHandovers, takeBack } from './ledger/handovers'
import { createHandoverService, type ServiceParts } from './serve-handovers'
import type { SettlementEnd } from './settlement-end'
import { again, type Handed, type Sent, type Submission, type SubmittedTransaction } from './submission'

/**
 * For each gas wallet one instance sends: the one that stored a transaction last, for as long as its lease lasts. The
 * others leave their settlements to it, so that all instances share transactions. Nothing rests on the lease but that:
 * the statement that stores a transaction decides what is sent.
 */
export type OneSender = {
  /** Another instance sends for that wallet, as far as known. */
  isElsewhere(wallet: string): boolean
  /** Its sender has died or given it up a moment ago: another wallet is quicker. */
  isGivenUp(wallet: string): boolean
  /** This instance has sent from the wallet, or could not as another one does. */
  learn(wallet: string, sender: 'here' | 'elsewhere'): void
  /** Answers in order; `again` for those that are handed over already, and for all where no other instance sends. */
  handOver(wallet: string, submissions: Submission[]): Promise<(Handed | typeof again)[]>
  /** The transaction that another instance has stored for it, if any did. */
  findStored(wallet: string, submission: Submission): Promise<SubmittedTransaction | null>
  /** Wakes it: by its name, or all where messages may have been missed. `lost`: none come until the next one. */
  heard(message: { for: string } | 'missed' | 'lost'): void
  stop(): void
}

type Parts = ServiceParts & {
  /** Follows a stored transaction here until it has ended; false when it is followed already. */
  follow(transactionId: string): Promise<boolean>
}

/** Time between two looks where messages come, and where none do. */
const HEARING_MS = 500
const DEAF_MS = 50

/** A lease is extended when less than this part of it is left. */
const RENEWED_FROM = 0.7

/** How long another instance counts as the sender without being asked again. */
const BELIEVED_MS = 5_000

type Waiting = {
  id: string
  submission: Submission
  wallet: string
  sender: string
  sent: Promise<Sent>
  tell(sent: Sent): void
  fail(error: unknown): void
  end(ends: SettlementEnd[] | null): void
  ended: Promise<SettlementEnd[] | null>
  /** The stored transaction that its caller knows of. */
  transactionId: string | null
}

export function createOneSender({ follow, ...parts }: Parts): OneSender {
  const { database, chain, limits, log, holder } = parts.tools
  const { network } = chain
  const service = createHandoverService(parts)
  const elsewhereUntil = new Map<string, number>()
  const givenUpUntil = new Map<string, number>()
  const waiting = new Map<string, Waiting>()
  const followed = new Set<string>()
  let sendsUntil = 0
  let isHearing = false
  let isStopped = false
  let isLookDue = false
  let isTold = false
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  const isSending = () => service.isBusy() || performance.now() < sendsUntil
  const schedule = () => {
    if (timer || looking || isStopped || !(isSending() || waiting.size > 0)) return
    const tick = () => {
      timer = null
      look()
    }
    timer = setTimeout(tick, isHearing ? HEARING_MS : DEAF_MS).unref()
  }
  /** One look at a time; one that is asked for meanwhile follows. */
  const look = () => {
    isLookDue = true
    looking ??= lookWhileDue()
  }
  const lookWhileDue = async () => {
    while (isLookDue && !isStopped) {
      isLookDue = false
      try {
        await Promise.all([isSending() && serve(), waiting.size > 0 && conclude([...waiting.values()])])
        isTold = false
      } catch (error) {
        const message = 'settle: what instances leave to each other cannot be read'
        if (!isTold) log.warn({ err: error, network }, message)
        isTold = true
      }
    }
    looking = null
    schedule()
  }
  const serve = async () => {
    await service.look()
    const isDue = service.isBusy() && sendsUntil - performance.now() < limits.leaseMs * RENEWED_FROM
    if (!isDue || !service.isPrompt()) return
    const until = performance.now() + limits.leaseMs
    if (await extendSending(database, { network, sender: holder, leaseMs: limits.leaseMs })) sendsUntil = until
  }

  const conclude = async (entries: Waiting[]) => {
    const states = new Map((await readHandovers(database, entries.map(askedOf))).map((state) => [state.id, state]))
    const dropped: Waiting[] = []
    for (const entry of entries) {
      const state = states.get(entry.id)
      if (!state || !waiting.has(entry.id)) continue
      if (isStoredFor(entry.submission, state)) followStored(entry, state)
      else if (state.answer || !state.isThere) {
        if (state.answer) await takeBack(database, [entry.id])
        waiting.delete(entry.id)
        entry.tell(state.answer ? state.answer.refusal : again)
        entry.end(null)
      } else if (!state.isSending) dropped.push(entry)
    }
    if (dropped.length === 0) return
    const back = await takeBack(
      database,
      dropped.map(({ id }) => id),
    )
    for (const entry of dropped.filter(({ id }) => back.has(id))) {
      elsewhereUntil.delete(entry.wallet)
      givenUpUntil.set(entry.wallet, performance.now() + BELIEVED_MS)
      waiting.delete(entry.id)
      entry.tell(again)
    }
    // The others were stored in the meantime.
    isLookDue = true
  }
  const followStored = (entry: Waiting, state: HandoverState) => {
    const { transactionId, hash } = state
    if (transactionId === null || hash === null) return
    if (entry.transactionId === null) entry.tell({ isRefused: false, transactionId, hash, ended: entry.ended })
    entry.transactionId = transactionId
    const decision = decisionOf(entry.submission.claim.key, state)
    if (decision) {
      waiting.delete(entry.id)
      entry.end([decision])
    } else if (!state.isSending && !followed.has(transactionId)) {
      // Its sender may have died before it was sent.
      followed.add(transactionId)
      void follow(transactionId)
        .then((isEnded) => isEnded && look())
        .catch((error: unknown) => log.warn({ err: error, network }, 'settle: it could not be followed here'))
        .finally(() => followed.delete(transactionId))
    }
  }
  const askedOf = ({ id, submission, wallet, sender }: Waiting) => ({
    ...{ id, network, wallet, sender },
    key: submission.claim.key,
  })
  const wait = (id: string, wallet: string, sender: string, submission: Submission): Waiting => {
    const [sent, ended] = [later<Sent>(), later<SettlementEnd[] | null>()]
    const entry = { id, wallet, sender, submission, sent: sent.promise, ended: ended.promise, transactionId: null }
    const waits: Waiting = { ...entry, tell: sent.resolve, fail: sent.reject, end: ended.resolve }
    if (isStopped) fail(waits)
    else waiting.set(id, waits)
    schedule()
    return waits
  }
  return {
    isElsewhere: (wallet) => performance.now() < (elsewhereUntil.get(wallet) ?? 0),
    isGivenUp: (wallet) => performance.now() < (givenUpUntil.get(wallet) ?? 0),
    learn(wallet, sender) {
      if (sender === 'elsewhere') elsewhereUntil.set(wallet, performance.now() + BELIEVED_MS)
      else {
        elsewhereUntil.delete(wallet)
        sendsUntil = performance.now() + limits.leaseMs
        schedule()
      }
    },
    async handOver(wallet, submissions) {
      const works = submissions.flatMap((submission) =>
        'handover' in submission.claim ? [] : [{ id: randomUUID(), submission, work: writeWork(chain, submission) }],
      )
      const handed = await handOver(database, {
        ...{ network, wallet, author: holder },
        works: works.map(({ id, work }) => ({ id, work })),
      })
      if (handed) elsewhereUntil.set(wallet, performance.now() + BELIEVED_MS)
      else elsewhereUntil.delete(wallet)
      const ids = new Map(works.map(({ id, submission }) => [submission, id]))
      return submissions.map((submission) => {
        const id = ids.get(submission)
        return handed && id ? wait(id, wallet, handed.sender, submission) : again
      })
    },
    async findStored(wallet, submission) {
      const entry = wait(randomUUID(), wallet, holder, submission)
      await conclude([entry])
      const sent = await entry.sent
      return sent && sent !== again && !sent.isRefused ? sent : null
    },
    heard(message) {
      isHearing = message !== 'lost'
      if (typeof message === 'string' || message.for === holder) look()
    },
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      for (const entry of waiting.values()) fail(entry)
    },
  }
}

function fail(entry: Waiting): void {
  entry.fail(new Error('Stopped while another instance had the settlement.'))
  entry.end(null)
}

/** A promise that is settled from outside. */
function later<T>() {
  let settle: [(value: T) => void, (error: unknown) => void] = [() => {}, () => {}]
  const promise = new Promise<T>((...both) => {
    settle = both
  })
  const [resolve, reject] = settle
  return { promise, resolve, reject }
}

/** True if the row shows a transaction that was stored for that very claim. */
function isStoredFor({ claim }: Submission, { state, claimToken, transactionId }: HandoverState): boolean {
  if (transactionId === null || state === null) return false
  if ('movedFrom' in claim) return transactionId !== claim.movedFrom
  return (
    'claimToken' in claim &&
    claimToken === claim.claimToken &&
    ['settling', 'unknown', 'settled', 'refused'].includes(state)
  )
}

function decisionOf(key: string, state: HandoverState): Decision | null {
  const { transaction, height, reason, settleAmountAtomic } = state
  if (state.state === 'refused') return { key, state: 'refused', reason: reason ?? '', transaction: transaction ?? '' }
  if (state.state !== 'settled' || transaction === null) return null
  const amount = settleAmountAtomic === null ? {} : { amountAtomic: BigInt(settleAmountAtomic) }
  return { key, state: 'settled', transaction, height, ...amount }
}
