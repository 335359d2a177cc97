/** Everyday words of other languages, each leading to the English that listings use. Directed only. */
export const languages = `
天气 > weather
天气预报 > weather forecast, weather
预报 > forecast
价格 > price
加密货币 > crypto
比特币 > bitcoin
以太坊 > ethereum
新闻 > news
图片, 图像 > image
生成图片, 图像生成, 生成图像 > image generation, image
翻译 > translate, translation
搜索 > search
股票 > stock
汇率 > exchange rate
视频 > video
语音 > speech, voice
地址 > address
地图 > map
邮箱, 邮件 > email
域名 > domain
钱包 > wallet
代币 > token
截图 > screenshot
法律 > legal
健康 > health
航班 > flight
酒店 > hotel
短链接 > url shortener
二维码 > qr code
笑话 > joke
天気 > weather
天気予報 > weather forecast, weather
ニュース > news
画像 > image
画像生成 > image generation, image
翻訳 > translate, translation
株価 > stock price
為替 > exchange rate
祝日 > public holiday
価格 > price
検索 > search
仮想通貨, 暗号資産 > crypto
ビットコイン > bitcoin
날씨 > weather
뉴스 > news
번역 > translate
주식 > stock
가격 > price
이미지 > image
погода > weather
прогноз > forecast
новости > news
цена > price
перевод > translate
курс > exchange rate
криптовалюта > crypto
изображение > image
поиск > search
акции > stock
биткоин > bitcoin
طقس > weather
اخبار > news
سعر > price
मौसम > weather
समाचार > news
tempo > weather
previsao > forecast
previsao do tempo > weather forecast, weather
clima > weather, climate
cotacao, cotacoes > stock, quote, price
acoes > stock
acao > stock
bolsa > stock market
dolar > dollar, exchange rate
cambio > exchange rate
moeda > currency
preco, precos > price
noticias > news
empresa, empresas > company
imposto, impostos > tax
juros > interest rate
inflacao > inflation
feriado, feriados > public holiday
imagem > image
traduzir, traducao, tradutor > translate
pesquisa, pesquisar, buscar, busqueda > search
endereco > address
voo, voos > flight
saude > health
lei, leis > law
processo, processos > court
carteira > wallet
criptomoeda, criptomoedas > crypto
pronostico, pronostico del tiempo, el tiempo > weather forecast, weather
precio, precios > price
acciones > stock
criptomoneda, criptomonedas > crypto
tipo de cambio > exchange rate
imagen, imagenes > image
generar imagen, generar imagenes, crear imagen > image generation, image
traducir, traduccion > translate
vuelo, vuelos > flight
traductor > translate
direccion > address
dias festivos, festivos > public holiday
correo, correo electronico > email
meteo, meteo a > weather
previsions > forecast
actualites, actualite, nouvelles > news
prix > price
actions > stock
bourse > stock market
traduire, traduction > translate
taux de change > exchange rate
recherche > search, research
generer, generer une image > image generation, image
jours feries > public holiday
vol, vols > flight
adresse > address
entreprise > company
wetter > weather
wettervorhersage, vorhersage > weather forecast, weather
nachrichten > news
preis, preise, kurs > price
aktie, aktien, aktienkurs > stock price
wechselkurs > exchange rate
bild, bilder > image
bild erzeugen, bild generieren, bilder generieren > image generation, image
ubersetzen, ubersetzung, ubersetzer, uebersetzen > translate
suche, suchen > search
feiertage, feiertag > public holiday
flug, fluge > flight
firma, unternehmen > company
kryptowahrung, krypto > crypto
luftqualitat > air quality
notizie > news
prezzo, prezzi > price
azioni > stock
traduzione, tradurre > translate
immagine, immagini > image
cambio valuta > exchange rate
voli > flight
weer, weerbericht > weather
nieuws > news
vertalen, vertaling > translate
pogoda > weather
hava durumu > weather
cuaca > weather
thoi tiet > weather
convertir, umrechnen, umwandeln, convertire > convert
moneda, monedas, divisas, devise, devises, wahrung, valuta > currency
generar, gerar, crear, criar, erzeugen, generieren, generare, genera > generate
gerar imagem, criar imagem, generare immagine, creer une image > image generation, image
captura de pantalla, captura de tela, capture d ecran, bildschirmfoto > screenshot
resumen, resumir, resumo, resumer, zusammenfassen, zusammenfassung, riassumere > summarize, summary
texto, texte, testo > text
voz, voix, stimme, sprache > voice, speech
codigo qr > qr code
billetera, cartera, portefeuille, geldborse > wallet
chiste, blague, witz, barzelletta > joke
receta, recette, rezept, ricetta > recipe
dominio, domaine > domain
rechercher, cercare > search
calidad del aire, qualidade do ar, qualite de l air, qualita dell aria > air quality
mercado, marche, markt > market
contrato, contrat, vertrag > contract
seguridad, seguranca, securite, sicherheit > security
sitio web, pagina web, site web, webseite > website, web page
correo, courriel > email
deutsch, aleman, allemand, alemao > german
englisch, ingles, anglais > english
espanol, spanisch, espagnol > spanish
franzosisch, francais > french
网页, 网站 > website, web page
抓取, 爬虫, 爬取 > scrape, scraper
摘要, 总结 > summarize, summary
聊天 > chat
大模型, 语言模型 > llm
合约 > contract
安全 > security
余额 > balance
行情 > market, price
交易 > transaction, trade
预测市场 > prediction market
图片生成 > image generation, image
转换 > convert
代码 > code
运行代码, 执行代码 > run code
推特 > twitter
空气质量 > air quality
节假日, 假期 > public holiday
公司 > company
随机 > random
生成 > generate
要約 > summarize, summary
地図 > map
住所 > address
音声 > speech, voice
残高 > balance
ウォレット > wallet
トークン > token
スクリーンショット > screenshot
이미지 생성 > image generation, image
생성 > generate
비트코인 > bitcoin
토큰 > token
검색 > search
환율 > exchange rate
지갑 > wallet
요약 > summarize, summary
암호화폐 > crypto
генерация изображений > image generation, image
токен > token
кошелек > wallet
баланс > balance
скриншот > screenshot
курс валют > exchange rate
сайт > website
`
