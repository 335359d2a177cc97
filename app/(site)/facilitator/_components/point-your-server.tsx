import { useTranslations } from 'next-intl'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'

const usage = (url: string, needsKey: boolean) => `import { HTTPFacilitatorClient } from '@x402/core/server'

const facilitator = new HTTPFacilitatorClient({
  url: '${url}',${
    needsKey
      ? `
  createAuthHeaders: async () => {
    const headers = { Authorization: \`Bearer \${process.env.FACILITATOR_KEY}\` }
    return { verify: headers, settle: headers, supported: {} }
  },`
      : ''
  }
})`

export function PointYourServer({ url, needsKey }: { url: string; needsKey: boolean }) {
  const t = useTranslations('facilitator.point')
  return (
    <section aria-labelledby="point" className="grid max-w-measure gap-4">
      <h2 id="point" className="text-title font-strong">
        {t('title')}
      </h2>
      <p>{t('about')}</p>
      <CodeBlock code={url} name={t('url')} />
      <CodeBlock code={usage(url, needsKey)} name={t('example')} />
      {needsKey && <p>{t('key')}</p>}
      <p>
        <Link href={`${url}/openapi.json`}>{t('openapi')}</Link>
      </p>
    </section>
  )
}
