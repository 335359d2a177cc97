/*
 * Shows goods of this site on a page of yours:
 *   <script async src="https://SITE/embed.js" data-goods="/x/handle/path"></script>
 * data-show="button" shows only the button. It adds one frame behind itself, and does nothing else to your page.
 */
;(() => {
  const script = document.currentScript
  const site = new URL(script.src).origin
  const goods = new URL(script.dataset.goods ?? '', site)
  if (goods.origin !== site) throw new Error(`embed.js shows what ${site} sells, and nothing of ${goods.origin}.`)
  const isButton = script.dataset.show === 'button'
  const path = goods.pathname.replace(/^\/articles\//, '/article/')
  const frame = document.createElement('iframe')
  frame.src = `${site}/embed${path}${isButton ? '?show=button' : ''}`
  frame.title = 'For sale'
  frame.loading = 'lazy'
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox allow-same-origin')
  frame.style.cssText = `border:0;display:block;width:100%;max-width:${isButton ? 20 : 28}rem;height:${isButton ? 48 : 176}px`
  script.after(frame)
})()
