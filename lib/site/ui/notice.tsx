import clsx from 'clsx'
import type { ReactNode } from 'react'

type NoticeTone = 'settled' | 'waiting' | 'refused' | 'test' | 'neutral'

const tones: Record<NoticeTone, string> = {
  settled: 'border-settled bg-settled-tint',
  waiting: 'border-waiting bg-waiting-tint',
  refused: 'border-refused bg-refused-tint',
  test: 'border-test bg-test-tint',
  neutral: 'border-edge bg-shade',
}

type NoticeProps = {
  tone: NoticeTone
  title: string
  children?: ReactNode
  /** Announces the notice when it appears: progress politely, failures assertively. Leave out for standing text. */
  announce?: 'polite' | 'assertive'
}

export function Notice({ tone, title, children, announce }: NoticeProps) {
  const role = announce === 'assertive' ? 'alert' : announce === 'polite' ? 'status' : undefined
  return (
    <div role={role} className={clsx('grid gap-2 border-s-4 p-4 text-ink', tones[tone])}>
      <p className="font-strong">{title}</p>
      {children && <div className="grid gap-2">{children}</div>}
    </div>
  )
}
