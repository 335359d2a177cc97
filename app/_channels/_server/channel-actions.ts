'use server'

import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { currentSession } from '@/app/_server/current-session'
import { doneForm } from '@/app/(site)/dashboard/_server/form-state'
import { operationForm } from '@/app/(site)/dashboard/_server/seller-form'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import { returnChannel } from '@/lib/channels/gate/refund-channel'
import { running } from '@/lib/site/compose/running'

export type GivenBack = { ok: true; amount: string } | { ok: false; message: string }

/** Returns a channel's balance to its own payer, for a request of this site's pages with a session of that wallet. */
export async function giveBackRest(network: string, id: string): Promise<GivenBack> {
  const { env, gate } = running('site')
  const session = isSameOrigin(await headers(), env.publicOrigin) ? await currentSession() : null
  const channel = { network: String(network).slice(0, 100), id: String(id).slice(0, 100) }
  const outcome = await returnChannel(gate, { ...channel, wallets: session?.wallets ?? [] })
  if (outcome.kind === 'refunded') return { ok: true, amount: outcome.response.amount || '0' }
  const t = await getTranslations('libraryActions.channel.ends')
  return { ok: false, message: t(outcome.kind) }
}

export const claimOwnChannels = operationForm('claimNow', ({ claims }, t) => {
  const channels = claims.reduce((sum, claim) => sum + claim.channels, 0)
  return doneForm(channels === 0 ? t('nothingToClaim') : t('claiming', { channels }))
})
