import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { SignInExtension } from '@/lib/base/x402/sign-in'

/** A wallet of the account has to sign `confirmation` first. Nothing was changed. */
export class SignatureRequiredError extends DomainError {
  constructor(
    readonly confirmation: SignInExtension,
    refusal: string | null,
  ) {
    super('SIGNATURE_REQUIRED', refusal === null ? say('signatureNeeded') : say('signatureNotTaken', { refusal }))
  }
}
