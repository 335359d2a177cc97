import { useTranslations } from 'next-intl'
import type { Article } from '@/lib/site/demo/articles/article'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'

type ArticleCommandsProps = {
  article: Article
  origin: string
  /** Other networks, on which only programs can pay. */
  forPrograms: string | null
}

export function ArticleCommands({ article, origin, forPrograms }: ArticleCommandsProps) {
  const t = useTranslations('terms')
  const { pay } = terminalCommands(`${origin}/articles/${article.slug}/full`)
  return (
    <details className="border-t border-rule lg:col-start-1">
      <summary className="min-h-11 cursor-pointer py-3">{t('programs.title')}</summary>
      <div className="grid gap-2 text-small text-quiet">
        <p>{t('article.terminal')}</p>
        <CodeBlock code={pay} name={t('article.payCommand')} />
        {forPrograms && <p>{forPrograms}</p>}
        {article.price.kind === 'metered' && (
          <p>{t.rich('article.sections', { code: (chunks) => <code className="figures">{chunks}</code> })}</p>
        )}
      </div>
    </details>
  )
}
