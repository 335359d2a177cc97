import type { Snippet } from '@/lib/base/x402/call-snippets'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Folded } from '@/lib/site/ui/section'

/** The first ones open, the others folded. */
export function SnippetList({ snippets, open }: { snippets: Snippet[]; open: number }) {
  return (
    <>
      {snippets.slice(0, open).map(({ title, code, name }) => (
        <div key={title} className="grid gap-2">
          <h3 className="font-strong">{title}</h3>
          <CodeBlock code={code} name={name} />
        </div>
      ))}
      <div className="border-t border-rule empty:hidden">
        {snippets.slice(open).map(({ title, code, name }) => (
          <Folded key={title} title={title} level="h3">
            <CodeBlock code={code} name={name} />
          </Folded>
        ))}
      </div>
    </>
  )
}
