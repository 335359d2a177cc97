/** A defence, and a test that is red where it is off: a part of its title. */
export type Defence = [id: string, file: string, name: string]

const gate = 'lib/gate/resource-server'
const states = `${gate}/states`
const invariants = `${gate}/invariants`
const facilitator = 'lib/facilitator'
const compose = 'lib/site/compose'

export const invariantDefences: Defence[] = [
  ['S-1', `${invariants}/s1-revert-grant.integration`, 'the produced body is withheld'],
  ['S-2', `${invariants}/s2-preemption.integration`, 'through a facilitator that calls it used'],
  ['S-3', `${invariants}/s3-replay.integration`, 'while the first is worked on'],
  ['S-4', `${invariants}/s4-leakage.integration`, 'marks every answer as private'],
  ['S-5', 'lib/bazaar/invariants/s5-steering.integration', 'no forgery is among the first ten'],
  ['S-6', `${invariants}/s6-substitution.integration`, 'the named one does not'],
  ['S-7', `${facilitator}/answer-repeat`, 'is not owed to another'],
  ['S-8', `${invariants}/s8-overdraft.integration`, 'five handler runs, five grants'],
  ['S-9', `${invariants}/s9-denial-of-settlement.integration`, 'one payment starts a handler three times'],
  ['S-10', `${invariants}/s10-hostile-headers.integration`, 'which leave no claim and no handler run'],
  ['S-11', 'lib/base/infra/safe-fetch', 'a public name that leads to a private address'],
  ['S-12', 'app/_server/content-security-policy', 'runs scripts by nonce only'],
  ['S-13', 'app/(site)/dashboard/_server/tenancy.integration', 'is refused when a page elsewhere asks'],
  ['S-14', 'lib/base/x402/settlement-override', 'above the maximum'],
  ['S-15', 'lib/gate/sign-in/verify-sign-in.integration', 'never reach the curve'],
  ['S-16', `${facilitator}/invariants/s16-gas.integration`, 'are refused before anything is signed'],
  ['S-17', 'lib/base/http/invariants/s17-invented-addresses', 'not by a header'],
  ['S-18', 'lib/base/markdown/s18-hostile-texts', 'becomes a tree of the allow-list'],
  ['S-19', `${invariants}/s19-one-content.integration`, 'settled at our facilitator for another server'],
  ['S-20', `${invariants}/s20-fair-reconciler.integration`, 'a network that hangs delays no other'],
  ['S-21', 'lib/channels/gate/channel-streams.integration', 'is charged before each part leaves'],
  ['S-22', `${invariants}/s22-several-servers.integration`, 'opens one of them'],
  ['S-23', `${facilitator}/invariants/s23-gas-purse.integration`, 'an attacker has a quarter'],
  ['S-24', `${invariants}/s24-rights.integration`, 'nothing opens but the method and the query'],
  ['S-25', `${compose}/invariants/s25-hostile-declarations.integration`, 'is refused by its field'],
  ['S-26', 'lib/shop/sellers/invariants/s26-below-a-unit.integration', 'is refused by its number'],
  ['S-27', `${invariants}/s27-published-signature.integration`, 'and not to a copy'],
  ['S-28', `${states}/owner.integration`, 'is charged nothing and says so'],
  ['S-29', 'packages/gate/src/invariants/s29-one-database.integration', 'the library refuses to start'],
  ['S-30', `${compose}/invariants/s30-kept-access.integration`, 'leaves the text with the wallets that bought it'],
]

export const stateDefences: Defence[] = [
  ['1', `${gate}/gate.integration`, 'answers 402 with the terms'],
  ['2', `${states}/sign-in.integration`, 'of a wallet that has paid opens the resource'],
  ['2b', `${compose}/sessions.integration`, 'counts the cookie only where the request says'],
  ['2c', `${states}/sign-in.integration`, 'wins over a payment'],
  ['3', `${states}/sign-in.integration`, 'of a wallet that has not paid is refused'],
  ['4', `${states}/claims.integration`, 'is 400 with the terms'],
  ['5', `${states}/claims.integration`, 'is 402 when its signature is another’s'],
  ['5a', `${invariants}/s19-one-content.integration`, 'settled at our facilitator for another server'],
  ['6', `${states}/claims.integration`, 'is 409 while it is worked on'],
  ['7', `${states}/claims.integration`, 'by a throw costs nothing'],
  ['7a', `${invariants}/s14-override.integration`, 'each is answered 500'],
  ['8', `${states}/claims.integration`, 'is 402 once it was used at zero'],
  ['9', `${gate}/gate.integration`, 'serves an exact payment on EVM'],
  ['10', `${states}/claims.integration`, 'withholds the body and says why'],
  ['11', `${states}/unknown.integration`, 'is 503, then refused'],
  ['12', `${states}/claims.integration`, 'answers 503 before anything is charged'],
]

const answering = `${gate}/answer-claimed-payment`
const handling = `${gate}/handle-request`
const settling = `${gate}/settle-payment`

/** Changes that switch a defence off, by its id: in that file, the text that stands there once, and what replaces it. */
export const offs: Record<string, [file: string, text: string, becomes: string][]> = {
  'S-1': [[settling, 'afterRefusal(gate, claim, terms, outcome)', 'keepSettled(gate, claim, terms, outcome, false)']],
  'S-2': [[settling, "truth.state === 'settled' && paysTerms(", 'truth === null && paysTerms(']],
  'S-3': [
    ['lib/payments/claim', "kind: 'taken', row: toLedgerRow(row)", "kind: 'claimed', paymentId: row.id, leaseToken"],
  ],
  'S-4': [[`${gate}/release`, '...gatedCacheHeaders })', '})']],
  'S-5': [['lib/bazaar/ingest/quality', 'return isMarked || isSelfPaid(signals)', 'return false']],
  'S-6': [['lib/payments/right', 'const name = `${method} ${address}', 'const name = `${method}']],
  'S-7': [[`${facilitator}/answer-repeat`, '!record.isSuccessAnswered', 'true']],
  'S-8': [[`${gate}/payment-claim`, "if (verdict.isValid) return { kind: 'valid'", "return { kind: 'valid'"]],
  'S-9': [['lib/payments/claim', 'WHERE payments.handler_runs < ${MAXIMUM_HANDLER_RUNS}', 'WHERE true']],
  'S-10': [
    ['lib/base/x402/payment-payload', '= parseHeader(header)', '= { ok: true, value: JSON.parse(atob(header)) }'],
  ],
  'S-11': [['lib/base/infra/safe-fetch', '!addresses.every(isAllowed)', '!addresses.some(isAllowed)']],
  'S-12': [['app/_server/content-security-policy', "[`'nonce-${nonce}'`, ", '["\'unsafe-inline\'", ']],
  'S-13': [['app/(site)/dashboard/_server/dashboard', '!isSameOrigin(asked, env.publicOrigin)', 'asked === null']],
  'S-14': [['lib/base/x402/settlement-override', 'amountAtomic <= maximumAtomic', 'maximumAtomic >= 0n']],
  'S-15': [['lib/gate/sign-in/check-sign-in', "return 'nonce_not_issued'", 'return null']],
  'S-16': [['lib/base/chains/gas-policy', '...cautious, ...configured', '...cautious, contractGas: 30_000_000n']],
  'S-17': [['lib/base/http/caller', 'const named = trustedProxies > 0 ?', 'const named = forwardedFor ?']],
  'S-18': [
    ['lib/base/markdown/build-tree', '!/^(https?:\\/\\/|mailto:)/i.test(address) || ', ''],
    ['lib/base/markdown/parse-markdown', 'name)), allowList)', 'name)))'],
  ],
  'S-19': [
    [`${gate}/payment-claim`, "kind: 'landed', truth }", "kind: 'valid', verified: { atMs, lastHeight: null } }"],
  ],
  'S-20': [['lib/payments/unfinished-payments', "= 'unknown' AND network = networks.network AND", "= 'unknown' AND"]],
  'S-21': [['lib/channels/gate/stream-from-channel', '(await payUp())', '(!next.done || (await payUp()))']],
  'S-22': [[`${gate}/reconcile`, 'return maySend(signers, row.network, landed)', 'return false']],
  'S-23': [[`${facilitator}/gas-budget`, '{ purse, payee })) < share', '{ purse, payee })) >= 0n']],
  'S-24': [['lib/payments/right', "own === 'HEAD' ? 'GET' : own", "'GET'"]],
  'S-25': [['lib/base/x402/declared-schema', '? { ok: false, fault } :', '? { ok: true, schema: recordOf(value) } :']],
  'S-26': [['lib/base/chains/find-price-fault', 'if (!(error instanceof MoneyError)) throw error', 'return null']],
  'S-27': [[`${gate}/build-challenge`, 'SECRET_BYTES * 2 ? secret : null', "SECRET_BYTES * 2 ? 'any' : 'any'"]],
  'S-28': [[answering, 'if (owned) return owned', '']],
  'S-29': [['packages/gate/src/open-embedded-gate', 'if (pending.length === 0) return', 'return']],
  'S-30': [['lib/shop/sellers/routes/served-routes', "state === 'paused' || isKept", "state === 'paused'"]],
  '1': [[handling, 'answerPaymentRequired(gate, opened, { error })', 'answerProven(gate, opened, { buyer: {} })']],
  '2': [[handling, 'const mayOpen = !isBoughtAgain(opened, payment !== null)', 'const mayOpen = false']],
  '2b': [['lib/gate/sign-in/sessions', '!mayUseCookie(request.headers, publicOrigin)', 'request === null']],
  '2c': [[handling, 'const mayOpen = !isBoughtAgain(opened, payment !== null)', 'const mayOpen = payment === null']],
  '3': [[handling, 'opened.route.isAuthOnly ? { pass: null }', 'opened ? { pass: null }']],
  '4': [[`${gate}/answer-payment`, '{ error: parsed.reason, detail: parsed.message }', '{ error: parsed.reason }']],
  '5': [[`${gate}/payment-claim`, '!signature.isValid', 'signature === null']],
  '5a': [[`${gate}/payment-claim`, "kind: 'landed', truth }", "kind: 'valid', verified: { atMs, lastHeight: null } }"]],
  '6': [[`${gate}/asked-before`, 'claimed: { payment: wait', 'claimed: { payment: spent']],
  '7': [[answering, "if (!produced.isOk || reading.kind === 'invalid') {", "if (reading.kind === 'invalid') {"]],
  '7a': [[answering, "reading.kind === 'invalid' && (", 'reading === null && (']],
  '8': [
    ['lib/payments/ledger', "status = 'spent_zero', settled_atomic = 0", "status = 'abandoned', settled_atomic = 0"],
  ],
  '9': [[answering, 'reading.amountAtomic === 0n &&', 'reading.amountAtomic >= 0n ||']],
  '10': [[settling, 'afterRefusal(gate, claim, terms, outcome)', 'keepSettled(gate, claim, terms, outcome, false)']],
  '11': [
    [settling, 'waitForOutcome(gate, claim, terms, outcome.reason)', "{ kind: 'refused', reason: outcome.reason }"],
  ],
  '12': [[`${gate}/ports`, 'isRpcUnreachable(error) ||', 'error === null &&']],
}
