const IN_ONE_STATEMENT =
  'Tried: claims, settlements and deliveries of all requests that wait share a statement each; the note that a payment ' +
  'settles is part of the statement that stores its transaction, the only one that waits for the disk; a reserved ' +
  'payment is not claimed again; receipts come with the send; RPC calls of a turn share a request; a signature is ' +
  'recovered once; statements go past Prisma, for a third of its processor time. What is left is spread thin: a tenth in writes ' +
  'to sockets, a tenth in garbage, the rest in small parts. One process of Node.js is the limit, and chain, database and ' +
  'client share its two cores.'

const ON_SOLANA =
  'Tried: a payment is read once, in one pass, and a plain transfer needs no second opinion of the SDK; statuses and balances ' +
  'of all payments that wait are one call, and so are simulations and sends of one turn; those that come together share the ' +
  'statement that stores and the one that decides. Two payments cannot share a transaction, as each payer signs the whole of ' +
  'its own, and the chain runs each transfer twice, as for stock: simulated and sent.'

/** Attempts to reach a missed goal, by the row's name. Shown while the goal is missed. */
export const remarks: Readonly<Record<string, string>> = {
  'paid-1': `${IN_ONE_STATEMENT} One at a time, eight waits follow one another; docs/architecture.md shows them.`,
  'paid-20': IN_ONE_STATEMENT,
  'paid-200': IN_ONE_STATEMENT,
  'solana-1': ON_SOLANA,
  'solana-20': ON_SOLANA,
  'solana-200': ON_SOLANA,
  'facilitator-http':
    'Tried: shared statements and shared transactions, as for a paid GET; the claim is part of the statement that stores. What is ' +
    'left: two requests, each with a JSON body that is parsed and checked, and two statements: reserve, store.',
  cpu: 'Tried: fewer statements, all of them prepared. A payment leaves three rows with their indexes and a line of search statistics.',
  challenge:
    'Tried: one socket write instead of three, no parsing of addresses twice, a proxy that does not run for programs. What is ' +
    'left is mostly what Next.js does more in an application of this size, and a fresh signed nonce.',
  'sign-in':
    'Tried: proofs that come together are used up by one insert, which waits for the disk; the right is read beside it. Stock ' +
    'keeps both in memory.',
  verify:
    'Tried: one reading of the chain for many, native recovery, a domain hashed once. The rest is the ledger that stock does not keep.',
  'flat-instances':
    'Tried: one instance that sends for all (0.41x, where each sent its own 0.44x). Payments of four processes share fewer ' +
    'statements and transactions than those of one. The rest is the machine: four sites, the chain, the database and the client ' +
    'share two cores.',
  settle: 'See above: every settlement is stored before it is sent.',
}
