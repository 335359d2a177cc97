import {
  knownMethods,
  MAXIMUM_ADDRESS_CHARACTERS,
  MAXIMUM_HEADER_CHARACTERS,
  type RequestFault,
} from './find-request-fault'
import { problemResponse } from './problem'

export const refuseRequest = (fault: RequestFault): Response =>
  problemResponse({
    code: fault,
    detail: refusals[fault],
    ...(fault === 'method_unknown' && { headers: { Allow: [...knownMethods].join(', ') } }),
  })

const refusals: Record<RequestFault, string> = {
  address_unreadable: 'This address is encoded badly. Nothing was charged.',
  form_foreign: 'This form was sent from another site. Nothing was changed.',
  form_unreadable: 'This form cannot be read. Nothing was changed.',
  header_unreadable: 'Next-Router-State-Tree cannot be read. Nothing was charged.',
  method_unknown: 'This method means nothing here. Nothing was charged.',
  address_too_long: `Expected an address of at most ${MAXIMUM_ADDRESS_CHARACTERS} characters. Nothing was charged.`,
  header_too_long: `Expected headers of at most ${MAXIMUM_HEADER_CHARACTERS} characters each. Nothing was charged.`,
}
