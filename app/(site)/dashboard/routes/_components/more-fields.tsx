import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { FoldedPart, RoutePart, useRouteForm } from './route-field'
import { type FormPart, fieldAt, tableOf } from './route-fields'

type MoreFieldsProps = {
  networks: SellableNetwork[]
  toolName: string | null
  faults: string[]
  inView: readonly FormPart[]
  children: ReactNode
}

export function MoreFields({ networks, toolName, faults, inView, children }: MoreFieldsProps) {
  const t = useTranslations('routeForms')
  const { kind } = useRouteForm()
  const able = networks.filter(({ schemes }) => schemes.includes('batch-settlement')).map(({ name }) => name)
  const hasFault = faults.some((name) => {
    const path = fieldAt(name)?.path
    return path !== undefined && !inView.includes(tableOf[path].part)
  })
  return (
    <details open={hasFault || undefined} className="border-y border-rule">
      <summary className="min-h-11 cursor-pointer py-3 font-strong">
        {t.rich('more.summary', {
          what: t(whatIsFolded(kind)),
          quiet: (words) => <span className="font-regular text-quiet">{words}</span>,
        })}
      </summary>
      <div className="grid gap-6 pt-2 pb-6">
        <RoutePart of="about" />
        <RoutePart of="answer" />
        {children}
        <RoutePart of="access" />
        <RoutePart of="limits" />
        <FoldedPart of="signIn" summary={t('signIn.title')} />
        <RoutePart of="calls" legend={t('smallCalls.title')}>
          <p>{t('smallCalls.how')}</p>
          <p>{t('smallCalls.when')}</p>
          {able.length > 0 && <p>{t('smallCalls.where', { networks: able.join(', ') })}</p>}
        </RoutePart>
        <RoutePart of="bazaar" legend={t('bazaar.title')} />
        <FoldedPart of="schemas" summary={t('bazaar.schemas')} />
        <RoutePart of="agents" legend={t('tool.title')}>
          {toolName && <p>{t.rich('tool.name', { name: toolName, code: (words) => <code>{words}</code> })}</p>}
        </RoutePart>
      </div>
    </details>
  )
}

function whatIsFolded(kind: RouteKind): 'more.ofSignIn' | 'more.ofGoods' | 'more.ofApi' | 'more.ofPass' {
  if (kind === 'sign_in') return 'more.ofSignIn'
  if (kind === 'pass') return 'more.ofPass'
  return kind === 'article' || kind === 'file' ? 'more.ofGoods' : 'more.ofApi'
}
