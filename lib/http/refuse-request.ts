import { maximumAddressCharacters, maximumHeaderCharacters, type RequestFault } from './find-request-fault'
import { type Problem, problemResponse } from './problem'

/** The answer to a request that no route gets to see; for other names there is nothing. */
export function refuseRequest(fault: string): Response {
  const refusal = Object.hasOwn(refusals, fault) ? refusals[fault as RequestFault] : undefined // An own key of the table.
  return problemResponse(refusal ? { ...refusal, code: fault } : notFound)
}

const notFound: Problem = { status: 404, code: 'not_found', detail: 'There is nothing at this address.' }

const refusals: Record<RequestFault, Pick<Problem, 'status' | 'detail'>> = {
  address_unreadable: { status: 400, detail: 'This address is encoded badly. Nothing was charged.' },
  form_unreadable: { status: 400, detail: 'This form cannot be read. Nothing was changed.' },
  method_unknown: { status: 405, detail: 'This method means nothing here. Nothing was charged.' },
  address_too_long: {
    status: 414,
    detail: `Expected an address of at most ${maximumAddressCharacters} characters. Nothing was charged.`,
  },
  header_too_long: {
    status: 431,
    detail: `Expected headers of at most ${maximumHeaderCharacters} characters each. Nothing was charged.`,
  },
}
