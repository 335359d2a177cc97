import { PayerError } from '@/lib/client/payer-error'
import type { PayerEvent } from '@/lib/client/payer-event'

/** Ends a call when its server is silent for too long, or when the person stops it. */
export type CallLimit = {
  signal: AbortSignal
  /** The server is asked, or has said something and is asked again after a wait: its silence counts from now. */
  touch: (waitSeconds?: number) => void
  /** The work, or a rejection as soon as the call is ended. */
  race: <T>(work: Promise<T>) => Promise<T>
  /** Why it was ended, as a sentence; null while it was not. */
  ended: () => { isByPerson: boolean; message: string } | null
  close: () => void
}

export function limitCall(timeoutSeconds: number, stop?: AbortSignal): CallLimit {
  const late = new AbortController()
  const signal = stop ? AbortSignal.any([late.signal, stop]) : late.signal
  let timer: NodeJS.Timeout | undefined
  const close = () => clearTimeout(timer)
  const touch = (waitSeconds = 0) => {
    close()
    timer = setTimeout(() => late.abort(), (timeoutSeconds + waitSeconds) * 1000)
  }
  const ending = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  ending.catch(() => undefined)
  return {
    signal,
    touch,
    close,
    race: (work) => Promise.race([work, ending]),
    ended() {
      if (!signal.aborted) return null
      const isByPerson = !late.signal.aborted
      return { isByPerson, message: isByPerson ? 'Stopped.' : `The server was silent for ${timeoutSeconds} s.` }
    },
  }
}

type Signed = Extract<PayerEvent, { type: 'signed' }>

/** Why a call that was ended has no answer; with what was signed until then. */
export function endedError(
  { isByPerson, message }: NonNullable<ReturnType<CallLimit['ended']>>,
  isSigned: boolean,
  signed: () => string | null,
): PayerError {
  if (isSigned)
    return new PayerError('ANSWER_LOST', [message, signed() ?? 'A payment was signed.', LOOK_FIRST].join(' '))
  return new PayerError(isByPerson ? 'STOPPED' : 'SERVER_UNREACHABLE', `${message} Nothing was paid.`)
}

const LOOK_FIRST = 'Look at the wallet on its chain before paying again.'

/** Remembers what was signed last, and until when it can be taken: a payment ends, a voucher of a channel does not. */
export function rememberSigned(now: () => Date): { note: (event: PayerEvent) => void; words: () => string | null } {
  let last: { event: Signed; at: Date } | null = null
  return {
    note: (event) => {
      if (event.type === 'signed') last = { event, at: now() }
    },
    words() {
      if (!last) return null
      const { price, requirements } = last.event
      return `${price} was signed and ${mayBeTaken(last.at, requirements.maxTimeoutSeconds)}.`
    },
  }
}

/** Until when, where that is a time that a date can hold. */
function mayBeTaken(since: Date, seconds: number): string {
  const end = new Date(since.getTime() + seconds * 1000)
  if (Number.isNaN(end.getTime())) return 'may be taken'
  return `may be taken until ${end.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
