import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import type { Assessment, Refusal } from './settlement-chain'

export function refuse(reason: string, message?: string): Refusal {
  return { isRefused: true, reason, ...(message ? { message } : {}) }
}

export function refusedAssessment({ invalidReason, invalidMessage }: VerifyResponse): Assessment {
  const reason = invalidReason ?? reasons.unexpectedVerifyError
  return { isValid: false, reason, ...(invalidMessage ? { message: invalidMessage.slice(0, 500) } : {}) }
}
