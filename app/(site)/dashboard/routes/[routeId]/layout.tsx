import { getTranslations } from 'next-intl/server'
import { PathTabs } from '@/app/_components/path-tabs'
import { RouteBadge } from '@/app/(site)/dashboard/_components/notices'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { find } from '../../_server/dashboard'

export default async function RouteLayout({ params, children }: LayoutProps<'/dashboard/routes/[routeId]'>) {
  const route = await find('getRoute', await params)
  // The page says that the route does not exist.
  if (!route) return children
  const [t, tNav] = [await getTranslations('routes'), await getTranslations('routeNav')]
  const own = `/dashboard/routes/${route.routeId}`
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3 text-quiet">
          {t('route.what', { kind: t(`kinds.${route.kind}.title`), method: route.method })}{' '}
          <RouteBadge state={route.state} isSuspended={route.suspension !== null} />
        </p>
        <h1 className="font-serif text-display font-strong wrap-anywhere" dir="auto">
          {route.title}
        </h1>
        <CodeBlock code={route.url} name={t('route.address')} />
      </header>
      <PathTabs
        label={tNav('label')}
        tabs={[
          { title: tNav('settings'), href: own },
          { title: tNav('integrate'), href: `${own}/integrate` },
          { title: tNav('payments'), href: `/dashboard/payments?route=${route.routeId}` },
        ]}
      />
      {children}
    </div>
  )
}
