/**
 * Lines of phrases that mean the same. `a > b` means that a search for a also finds b, not the reverse; `a ~ b` that
 * b is only near: a brand's field, a wider word.
 */
export const finance = `
price, quote
price ~ rate, cost, value
cost > price, fee
prices, quotes
spot price > price, ticker
last trade, last price, latest price > quote, price
how much is, how much does cost, is worth, worth of > price, value, quote
crypto, cryptocurrency, cryptocurrencies, digital asset, digital currency
coin, token
coin > crypto
altcoin > coin, token, crypto
memecoin, meme coin, meme token, shitcoin
bitcoin, btc
ethereum, eth, ether
solana, sol
dogecoin, doge
ripple, xrp
stablecoin, stable coin
usdc ~ stablecoin, usd coin
dollar, usd
euro, eur
yen, jpy
real, brl
pound sterling, british pound, gbp
stock, equity, share, ticker
stocks, equities, shares
stock market > stock, equity, market
stock price, share price, stock quote, equity quote
ticker, symbol
company financials, financials, financial statement, company financial statement, financial metrics, income statement, balance sheet, cash flow statement, fundamentals
earnings, quarterly results, eps
revenue, sales, income
income ~ revenue, earning
dividend, payout, yield on cost
sec filing, edgar, 10k, 10 k, 10q, annual report, 8k
insider trading, insider transaction, form 4
analyst rating, price target
option chain, options chain, derivatives, calls and puts
futures, perpetual, perp, perps, derivatives
funding rate, funding
open interest, oi
liquidation, liquidations
order book, orderbook, market depth, bid ask, level 2
candle, candlestick, ohlcv, ohlc, kline, price history, chart data
historical price, price history, past price
chart, graph, plot
technical analysis, technical indicator, indicator, ta
moving average, sma, ema
rsi ~ relative strength, technical indicator, technical analysis
macd ~ technical indicator, technical analysis
bollinger ~ technical indicator, technical analysis
trading signal, signal, alpha, trade idea, buy sell signal
backtest, backtesting, strategy simulation
portfolio, holdings, positions, asset allocation
balance, holdings, wallet balance
wallet, account, address
wallet balance, account balance, portfolio
net worth > portfolio, balance
transaction, tx, transfer
transactions, tx history, transfers, activity
transaction history, activity, wallet history
profit and loss, pnl, p l, gains
whale, large holder, smart money, big wallet
smart money, top traders, profitable wallets
holders, token holders, holder distribution, holder snapshot
airdrop, token distribution, drop
token launch, new token, new listing, new pairs, token creation, launchpad
token security, token safety, rug check, rugpull, rug pull, honeypot, scam check, token audit, token risk
rug, rugpull, honeypot, scam
scam, fraud, phishing, rug
is this coin a scam, scam coin, scam token > rug check, token security, honeypot, token safety
risk, risk score, safety, danger
safe, safety, secure, security, trustworthy
trust score, reputation, trust
reputation, trust, credibility
audit, review, inspect
contract audit, smart contract audit, contract security, vulnerability scan
smart contract, contract
contract verification, verified contract, contract source
abi, contract abi, contract interface
swap, exchange, trade
swap quote, swap route, dex quote, trade quote, exchange quote
dex, decentralized exchange, amm
dex ~ swap, uniswap, aggregator
uniswap, pancakeswap ~ dex, swap
jupiter ~ solana swap, swap quote
liquidity, liquidity pool, pool, lp
pool, pair, trading pair
tvl, total value locked
apy, apr, yield, interest rate, return
yield, yield farming, staking, apy, earn
staking, stake, validator reward
lending, borrow, loan, money market
impermanent loss, il
bridge, cross chain, crosschain, move between chains
cross chain bridge, bridge quote, cross chain transfer, cross chain swap
move usdc, move tokens, move funds, send between chains, transfer between chains > bridge, cross chain
from base to solana, from solana to base, from ethereum to base, from ethereum to solana, from base to ethereum, between chains > bridge, cross chain
gas, gas fee, gas price, network fee, transaction fee
gas price oracle, gas estimate, gas tracker > gas price
energy rental, tron energy, bandwidth rental
mempool, pending transaction
mev, sandwich, frontrun
arbitrage, arb, price gap, spread
betting, gambling, wager, odds
odds, betting lines, sportsbook, bookmaker
prediction market, polymarket, kalshi, event contract, betting market
sports betting, odds, sportsbook
fear and greed, fear greed, market sentiment, sentiment index
sentiment, mood, opinion, bullish bearish
market cap, capitalization, mcap
trending coins, trending tokens, hot tokens, top gainers, top movers, gainers losers
top coins, top tokens, coin ranking, market overview
dominance, btc dominance
etf, fund flow, etf flow
nft, collectible, digital art
nft floor price, floor price
nft metadata, token metadata
mint, create token, deploy token
ens, ens name, ethereum name, eth name, basename
ens resolution, resolve ens, name resolution, reverse resolution
on chain, onchain, blockchain
block explorer, explorer, etherscan, basescan
rpc, node, json rpc, blockchain node, archive node
quicknode, alchemy, infura ~ rpc, node
exchange rate, currency rate, fx rate, forex, currency conversion, currency converter, fx
convert currency, currency converter, currency conversion > exchange rate
forex, foreign exchange, fx
gold, silver, precious metal, commodity
oil price, crude, brent, wti, energy price
commodity, commodities, raw materials
interest rate, central bank rate, fed funds, selic, treasury yield
inflation, cpi, consumer price index
gdp, macro, economic indicator, macroeconomic
economic calendar, macro calendar, economic events
unemployment, jobless, labor statistics, employment
mortgage, home loan
credit score, creditworthiness, credit rating
credit card, debit card, prepaid card, virtual card, payment card
gift card, voucher, top up, prepaid
invoice, billing, receipt
tax, taxes, vat, taxation
accounting, bookkeeping
crowdfunding, fundraising, donation, donate, tip
payment link, checkout
faucet, testnet funds
copy trading, follow trader, mirror trade
trader leaderboard, top traders, best traders
vault, strategy vault
dao, governance, proposal, voting
unlock, vesting, token unlock
mining, hashrate, difficulty
volatility, implied volatility, vix
correlation, covariance
stock screener, screener, scanner
venture capital, vc, investors, funding round, startup funding
kyc, identity verification, aml, compliance check
sanctions, ofac, watchlist, pep screening
know your customer > kyc
`
