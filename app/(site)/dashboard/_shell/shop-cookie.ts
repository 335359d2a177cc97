/** Names the shop in which a member of several works; what it may do there is asked of the database each time. */
export const SHOP_COOKIE = 'turnpike-shop'
