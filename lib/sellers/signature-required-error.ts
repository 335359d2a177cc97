import { DomainError } from '@/lib/infra/domain-error'
import type { SignInExtension } from '@/lib/x402/sign-in'

/** A change that counts only once a wallet of the account has signed `confirmation`. Nothing was changed. */
export class SignatureRequiredError extends DomainError {
  constructor(
    readonly confirmation: SignInExtension,
    refusal: string | null,
  ) {
    const why = refusal === null ? '' : `The signature was not accepted (${refusal}). `
    super('SIGNATURE_REQUIRED', `${why}Sign this change with a wallet of your account. Nothing was changed yet.`)
  }
}
