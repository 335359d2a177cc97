'use client'

import { useTranslations } from 'next-intl'
import { buttonClass } from '@/lib/site/ui/button-class'
import type { Content } from './read-content'
import { SafeHtml } from './safe-html'

type ShownProps = {
  content: Content
  part?: string
  title?: string
}

/** Content of any type, shown without letting it run anything, and always offered as a file to save. */
export function BoughtContent({ content, ...rest }: ShownProps) {
  const t = useTranslations('checkout.bought')
  return (
    <div className="grid gap-6">
      <Shown content={content} {...rest} />
      <p>
        <a href={content.address} download={content.file.name} className={buttonClass('plain')}>
          {t('save')}
        </a>
      </p>
    </div>
  )
}

function Shown({ content, ...rest }: ShownProps) {
  const t = useTranslations('checkout.bought')
  switch (content.kind) {
    case 'html':
      return (
        <div className="prose min-w-0 overflow-x-auto overflow-y-hidden">
          <SafeHtml html={content.text} {...rest} />
        </div>
      )
    case 'json':
    case 'text':
      return (
        <pre className="figures border border-rule bg-sheet p-4 text-small wrap-anywhere whitespace-pre-wrap">
          {content.text}
        </pre>
      )
    case 'image':
      // oxlint-disable-next-line nextjs/no-img-element -- It exists only in this browser; no server can resize it.
      return <img src={content.address} alt={content.file.name} className="max-w-full" />
    case 'pdf':
      return <iframe src={content.address} title={content.file.name} className="h-[80vh] w-full border border-rule" />
    case 'other':
      return <p>{t('file')}</p>
  }
}
