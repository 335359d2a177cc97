import type { Metadata } from 'next'
import { connection } from 'next/server'
import { application } from '@/lib/compose/application'
import { NetworkTable } from './_components/network-table'
import { PointYourServer } from './_components/point-your-server'
import { RecentSettlements } from './_components/recent-settlements'

export const metadata: Metadata = {
  title: 'Facilitator',
  description: 'Verifies and settles x402 payments.',
}

const SHOWN_SETTLEMENTS = 20

export default async function FacilitatorPage() {
  await connection()
  const { env, facilitator } = await application()
  const { kinds } = facilitator.supported()
  const needsKey = !env.facilitatorAccess.isOpen
  const [health, settlements] = await Promise.all([
    facilitator.health(),
    facilitator.listRecentSettlements(SHOWN_SETTLEMENTS),
  ])
  return (
    <div className="grid gap-12">
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">Facilitator</h1>
        <p className="font-serif text-reading">
          It checks payments and brings them to their chain, for this site and for{' '}
          {needsKey ? 'x402 servers that have a key' : 'any other x402 server'}. It pays the fees of the network and
          never holds a buyer&apos;s money.
        </p>
      </header>
      {kinds.length > 0 && <PointYourServer url={`${env.publicOrigin}/facilitator`} needsKey={needsKey} />}
      <NetworkTable kinds={kinds} networks={health.networks} />
      {(kinds.length > 0 || settlements.length > 0) && <RecentSettlements settlements={settlements} />}
    </div>
  )
}
