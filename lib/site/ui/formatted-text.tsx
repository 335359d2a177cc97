import type { Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

/**
 * A text from Markdown as elements of the page. It paints nothing outside its own box, however high its letters pile,
 * and wider parts scroll within it.
 */
export function FormattedText({ tree }: { tree: Root }) {
  return (
    <div className="prose min-w-0 overflow-x-auto overflow-y-hidden contain-paint">
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, tableCellAlignToStyle: false })}
    </div>
  )
}
