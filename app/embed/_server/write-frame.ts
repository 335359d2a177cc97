import type { ElementContent } from 'hast'
import { h, s } from 'hastscript'
import { writeDocument } from '@/lib/base/markdown/write-document'
import type { Language } from '@/lib/site/messages/languages'
import { translateIn } from '@/lib/site/messages/translate'
import { accentStyles } from '@/lib/site/ui/accent-styles'
import { readDocumentStyles } from '@/lib/site/ui/document-styles'
import type { GoodsSummary } from '../../_server/find-goods-summary'
import type { SiteFacts } from '../../_server/site-facts'

type Site = Pick<SiteFacts, 'origin' | 'name' | 'accentColor' | 'testNetworks'>

const STYLES = `*{box-sizing:border-box}html{background:transparent}
body{margin:0;font:1rem/1.5 var(--sans);color:var(--ink)}
a{color:inherit;text-decoration:none}a:focus-visible{outline:3px solid var(--accent);outline-offset:-3px}
.card{display:flex;flex-direction:column;justify-content:space-between;gap:.75rem;height:176px;padding:1rem 1.25rem;
background:var(--paper);border:1px solid var(--rule);overflow:hidden}
.card:hover{border-color:var(--edge)}
.title{margin:0;font:600 1.25rem/1.3 var(--serif);overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;
-webkit-line-clamp:3;overflow:hidden}
.foot{display:flex;align-items:center;justify-content:space-between;gap:.75rem;padding-top:.75rem;border-top:2px solid var(--ink)}
.by{display:flex;align-items:center;gap:.5rem;min-width:0;font-size:.875rem;color:var(--quiet)}
.by span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
svg{flex:none;width:1.75rem;height:1.3rem;fill:none;stroke:var(--ink);stroke-width:2}
.pay{flex:none;font-variant-numeric:tabular-nums;font-weight:600;color:var(--accent)}
.button{display:flex;align-items:center;justify-content:center;min-height:48px;padding:.5rem 1.25rem;text-align:center;
background:var(--accent);color:var(--on-accent);font-weight:600}.button:hover{background:var(--accent-strong)}
.button span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media(max-width:18rem){.card{padding:.75rem}.title{font-size:1.0625rem}svg{display:none}}`

/** Goods as a card of 176 px height, any width from 240 px: title, seller, price. All of it is one link. */
export const writeCard = (goods: GoodsSummary, site: Site, language: Language): Promise<string> =>
  writeFrame({ title: goods.title, language }, site, [
    h('a.card', leading(goods, site), [
      h('p.title', goods.title),
      h('span.foot', [h('span.by', [bar(), h('span', goods.by)]), h('span.pay', priceLine(goods, site, language))]),
    ]),
  ])

/** Only the button, 48 px high. */
export function writeButton(goods: GoodsSummary, site: Site, language: Language): Promise<string> {
  const t = translateIn(language, 'embed')
  const isShop = goods.price === ''
  const shown = isShop
    ? t('visit', { shop: goods.title })
    : t(goods.isFrom ? 'buyFrom' : 'buyFor', { price: priceLine(goods, site, language) })
  const label = isShop ? shown : t('label', { action: shown, title: goods.title })
  return writeFrame({ title: goods.title, language }, site, [
    h('a.button', { ...leading(goods, site), ariaLabel: label }, [h('span', shown)]),
  ])
}

/** In place of goods that are not sold, or no longer. */
export function writeNotForSale(site: Site, language: Language): Promise<string> {
  const t = translateIn(language, 'embed')
  return writeFrame({ title: t('notForSale'), language }, site, [
    h('a.card', leading({ path: '/' }, site), [
      h('p.title', t('notForSaleNow')),
      h('span.foot', [h('span.by', [bar(), h('span', site.name)])]),
    ]),
  ])
}

const priceLine = ({ price }: GoodsSummary, { testNetworks }: Site, language: Language): string =>
  price !== '' && testNetworks ? translateIn(language, 'embed')('testMoney', { price }) : price

/** The link leaves the frame: another site's page could cover a page of ours inside it. */
const leading = ({ path }: Pick<GoodsSummary, 'path'>, { origin }: Site) => ({
  href: `${origin}${path}`,
  target: '_blank',
  rel: 'noopener',
})

const bar = (): ElementContent =>
  s('svg', { viewBox: '0 0 32 24', ariaHidden: 'true' }, [
    s('path', { d: 'M5 23V14M1 23h8' }),
    s('circle', { cx: 5, cy: 14, r: 2 }),
    s('path', { d: 'M5 14h26M15 21 23 7', strokeWidth: 3 }),
  ])

async function writeFrame(
  { title, language }: { title: string; language: Language },
  { accentColor }: Site,
  body: ElementContent[],
): Promise<string> {
  const styles = [await readDocumentStyles(), accentColor ? accentStyles(accentColor) : '', STYLES].join('\n')
  return writeDocument({ title, lang: language, styles, body })
}
