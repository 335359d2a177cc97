import type { ReactNode } from 'react'
import type { Snippet } from '@/lib/base/x402/call-snippets'
import { CodeBlock } from '@/lib/site/ui/code-block'
export function SnippetList({ snippets, open }: { snippets: Snippet[]; open: number }) {
  return (
    <>
      {snippets.slice(0, open).map(({ title, code, name }) => (
        <div key={title} className="grid gap-2">
          <h3 className="font-strong">{title}</h3>
          <CodeBlock code={code} name={name} />
        </div>
      ))}
      {snippets.length > open && (
        <div>
          {snippets.slice(open).map(({ title, code, name }) => (
            <Folded key={title} title={title}>
              <CodeBlock code={code} name={name} />
            </Folded>
          ))}
        </div>
      )}
    </>
  )
}

export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="min-w-0">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-accent underline underline-offset-4">
        {title}
      </summary>
      {children}
    </details>
  )
}
