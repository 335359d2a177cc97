/** Names the shop in which a member of several works; what it may do there is asked of the database each time. */
export const SHOP_COOKIE = 'turnpike-shop'

/** Names the shop that a page was shown with, in requests that are no forms. */
export const SHOP_HEADER = 'turnpike-shown-shop'
