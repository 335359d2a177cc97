import { connection } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { running } from '@/lib/site/compose/running'
import { NetworkTable } from './_components/network-table'
import { PointYourServer } from './_components/point-your-server'
import { RecentSettlements } from './_components/recent-settlements'

export const generateMetadata = titled('facilitator.title', {}, 'facilitator.description')

const SHOWN_SETTLEMENTS = 20

export default async function FacilitatorPage() {
  await connection()
  const { env, facilitator } = running('site')
  const t = await getTranslations('facilitator')
  const { kinds } = facilitator.supported()
  const needsKey = !env.facilitatorAccess.isOpen
  const [health, settlements] = await Promise.all([
    facilitator.health(),
    facilitator.listRecentSettlements(SHOWN_SETTLEMENTS),
  ])
  return (
    <div className="grid gap-12">
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('intro', { needsKey: String(needsKey) })}</p>
      </header>
      {kinds.length > 0 && <PointYourServer url={`${env.publicOrigin}/facilitator`} needsKey={needsKey} />}
      <NetworkTable kinds={kinds} networks={health.networks} />
      {(kinds.length > 0 || settlements.length > 0) && <RecentSettlements settlements={settlements} />}
    </div>
  )
}
