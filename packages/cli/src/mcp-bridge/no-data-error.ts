import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import type { PayerError } from '@/lib/client/payer-error'

/** Why there is no data, in words for the tool's caller. */
export class NoDataError extends Error {
  override name = 'NoDataError'
}

/** A payer's failure; where an address was not to be asked at all, with that. */
export function noDataBecause(error: PayerError): NoDataError {
  const { cause } = error
  if (!(cause instanceof SafeFetchError) || error.code === 'ANSWER_LOST') return new NoDataError(error.message)
  const isRefused = cause.fault === 'address_refused' || cause.fault === 'url_refused'
  const hint = ' Nothing was sent; the owner of the wallet can name the host in "turnpike limits --hosts".'
  return new NoDataError(isRefused ? cause.message + hint : `${error.message} ${cause.message}`)
}
