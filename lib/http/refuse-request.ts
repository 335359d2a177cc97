import { maximumAddressCharacters, maximumHeaderCharacters, type RequestFault } from './find-request-fault'
import { type Problem, problemResponse } from './problem'

/** Where a request goes that no route shall see; `app/refused` answers there. */
export const refusalPath = (fault: RequestFault): string => `/refused/${fault}`

/** The answer to a request that no route gets to see; for other names there is nothing. */
export function refuseRequest(fault: string): Response {
  const refusal = Object.hasOwn(refusals, fault) ? refusals[fault as RequestFault] : undefined // An own key of the table.
  return problemResponse(refusal ? { ...refusal, code: fault } : notFound)
}

const notFound: Problem = { status: 404, code: 'not_found', detail: 'There is nothing at this address.' }

const refusals: Record<RequestFault, Pick<Problem, 'status' | 'detail'>> = {
  address_unreadable: { status: 400, detail: 'This address is encoded badly. Nothing was charged.' },
  form_foreign: { status: 403, detail: 'This form was sent from another site. Nothing was changed.' },
  form_unreadable: { status: 400, detail: 'This form cannot be read. Nothing was changed.' },
  header_unreadable: { status: 400, detail: 'Next-Router-State-Tree cannot be read. Nothing was charged.' },
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
