import type { Subject } from './subject'

/** `must` and `should` as the specification says it; `service` is what this project asks of its own servers besides. */
type Level = 'must' | 'should' | 'service'

export type CheckVerdict = { state: 'passed' } | { state: 'failed' | 'skipped'; why: string }

export type ConformanceCheck = {
  id: string
  level: Level
  claim: string
  paragraph: string
  run: (subject: Subject) => CheckVerdict | Promise<CheckVerdict>
}

export const passed: CheckVerdict = { state: 'passed' }
/** A server's words without characters that would steer a terminal. */
export const failed = (why: string): CheckVerdict => ({ state: 'failed', why: why.replace(/\p{Cc}+/gu, ' ') })
export const skipped = (why: string): CheckVerdict => ({ state: 'skipped', why })

/** Passes without a fault, and fails with the words of the first. */
export const withoutFault = (fault: string | null | undefined): CheckVerdict => (fault ? failed(fault) : passed)
