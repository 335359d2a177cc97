import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import { sideBySide } from '@/lib/base/infra/concurrency'
import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { findPayeesElsewhere } from '@/lib/payments/find-payments'
import { findUnsentMail } from '@/lib/shop/sellers/mail/write-mail'
import { listAllPayees } from '@/lib/shop/sellers/payments/payees'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { countUnreadable } from '@/lib/shop/sellers/reseal'
import { type Finding, fail, warn, well } from './finding'

const PAYEES_AT_ONCE = 8

type PayeesSite = {
  env: Pick<ServerEnv, 'payTo' | 'rpcUrls' | 'publicOrigin'>
  database: Database
  sellers: Pick<SellersContext, 'findPayeeFault'>
}

/** Whether the payees of the site and its shops can be paid, and are paid only here; reports only faults. */
export async function checkPayees({ env, database, sellers }: PayeesSite): Promise<Finding[]> {
  const own = Object.keys(env.rpcUrls).flatMap((network) => {
    const family = familyOf(network)
    const address = family && env.payTo[family]
    return address ? [{ network, address }] : []
  })
  const [shops, elsewhere] = await Promise.all([
    listAllPayees(database),
    findPayeesElsewhere(database, env.publicOrigin),
  ])
  const unpayable = await sideBySide([...own, ...shops], PAYEES_AT_ONCE, async ({ network, address }) => {
    const fault = await sellers.findPayeeFault(network, address)
    return fault ? [fail(subjectOf(network), `${address} ${faults[fault].words}`, faults[fault].fix)] : []
  })
  const shared = elsewhere.map(({ network, address, elsewhere: origin }) =>
    warn(subjectOf(network), `${address} is paid at ${origin} too`, ONE_DATABASE),
  )
  return [...shared, ...unpayable.flat()]
}

const subjectOf = (network: string) => `payee on ${networkName(network)}`

const faults: Record<PayeeFault, { words: string; fix: string }> = {
  no_account: {
    words: 'has no account of the token, and buyers are not offered it',
    fix: 'Let its holder open a token account (Solana) or opt in to the asset (Algorand).',
  },
  blocked: {
    words: 'is blocked by the issuer of the token, and buyers are not offered it',
    fix: 'Set another address.',
  },
}

const ONE_DATABASE =
  'If that server runs with another database, give this one an address of its own: one payment could open both.'

type SealingSite = { database: Database; sellers: Pick<SellersContext, 'sealKey'> }

/** Whether sellers' keys can be opened under this instance's secret; some thousands are looked at. */
export async function checkSecret({ database, sellers }: SealingSite): Promise<Finding> {
  const unreadable = await countUnreadable(database, sellers.sealKey)
  if (unreadable === 0) return well('TURNPIKE_SECRET', "opens the sellers' sealed values")
  return fail(
    'TURNPIKE_SECRET',
    `${unreadable} sealed values of sellers cannot be opened`,
    'Give every instance the same secret, and list the one before in TURNPIKE_PREVIOUS_SECRETS.',
  )
}

export async function checkUnsent({ database }: { database: Database }): Promise<Finding> {
  const { count, fault } = await findUnsentMail(database)
  if (count === 0) return well('outgoing mail', 'none waits after a failed try')
  const fix = 'The mail server of SMTP_URL does not take it. Each message is tried again for nine hours.'
  return warn('outgoing mail', `${count} messages could not be sent yet`, fix, fault ?? undefined)
}
