import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import type { Assessment, Refusal } from './settlement-chain'

export function refuse(reason: string, message?: string): Refusal {
  return { isRefused: true, reason, ...(message ? { message } : {}) }
}

export const refusedFor = (reason: string, message?: string): Assessment => ({
  isValid: false,
  reason,
  ...(message ? { message: message.slice(0, 500) } : {}),
})

export const refusedAssessment = ({ invalidReason, invalidMessage }: VerifyResponse): Assessment =>
  refusedFor(invalidReason ?? reasons.unexpectedVerifyError, invalidMessage)
