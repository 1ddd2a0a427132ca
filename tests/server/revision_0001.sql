BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chats (
	id INTEGER NOT NULL, 
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chats" VALUES(1,'t685c23f7b451ab73e3e476c8',1,'Anna','good luck, büona fortuna ⬡',1.79482297385321402545e+09);
CREATE TABLE events (
	table_id VARCHAR(40) NOT NULL, 
	n INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	texts TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	spent INTEGER NOT NULL, 
	PRIMARY KEY (table_id, n), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',0,'start',0,'[]',1.7948229734662652016e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',1,'act',1,'["i4"]',1.79482297350175666814e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',2,'act',2,'["i2"]',1.79482297350513219833e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',3,'act',1,'["i5"]',1.7948229735260345936e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',4,'act',2,'["j8"]',1.7948229735457556247e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',5,'act',1,'["g1"]',1.79482297356829905506e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',6,'act',2,'["k1"]',1.79482297360028314591e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',7,'act',1,'["b11"]',1.79482297364827752118e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',8,'act',2,'["h7"]',1.79482297368293213847e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',9,'act',1,'["d2"]',1.7948229737012717724e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',10,'act',2,'["h5"]',1.7948229737401890755e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',11,'act',1,'["f8"]',1.7948229737712368965e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',12,'act',2,'["i1"]',1.79482297378520751001e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',13,'act',1,'["g7"]',1.79482297380684089659e+09,0);
INSERT INTO "events" VALUES('t685c23f7b451ab73e3e476c8',14,'act',2,'["k3"]',1.79482297383257937426e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',0,'start',0,'[]',1.79482297394759726522e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',1,'act',1,'["colour red"]',1.79482297400764846803e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',2,'act',2,'["colour green"]',1.79482297403137898449e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',3,'act',3,'["colour blue"]',1.79482297403917431832e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',4,'act',1,'["corner i5"]',1.79482297406336736679e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',5,'act',2,'["corner a1"]',1.79482297407943582534e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',6,'act',3,'["corner e9","first green"]',1.79482297410459280015e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',7,'act',2,'["move a2 a3"]',1.79482297414696240428e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',8,'act',3,'["move f8 g7"]',1.79482297417938280103e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',9,'act',1,'["end move"]',1.79482297418323493006e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',10,'act',1,'["end combat"]',1.79482297421140217777e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',11,'act',2,'["spawn a2"]',1.79482297423143434523e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',12,'act',2,'["move b2 c2"]',1.79482297424159622191e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',13,'act',3,'["spawn f8"]',1.79482297426687264444e+09,0);
INSERT INTO "events" VALUES('t0a9da88664170d6171cb1caf',14,'act',3,'["move f8 f7"]',1.7948229742829959392e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',0,'start',0,'["start p2","deal sparta","deal athens","draw lighthouse","draw tavern","draw quarry","draw hades","draw oracle","draw asty","draw lighthouse","draw fleet"]',1.79482297447616505618e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',1,'act',2,'["take quarry","draw palaestra"]',1.7948229745908939838e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',2,'act',2,'["take tavern","draw temple"]',1.79482297461142897604e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',3,'act',2,'["play quarry a1"]',1.79482297461412334442e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',4,'act',2,'["pay citizen o"]',1.79482297466693639749e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',5,'act',2,'["pay citizen o"]',1.79482297473894500733e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',6,'act',2,'["end play"]',1.79482297474683666228e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',7,'act',2,'["produce"]',1.79482297479085469238e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',8,'act',1,'["take lighthouse","draw harbour"]',1.79482297480692362789e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',9,'act',1,'["gain citizen"]',1.79482297484293079376e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',10,'act',1,'["play lighthouse a3"]',1.79482297487493085855e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',11,'act',1,'["pay citizen o"]',1.79482297489708495135e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',12,'act',1,'["pay gold o"]',1.79482297492690420154e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',13,'act',1,'["end play"]',1.79482297495363593096e+09,0);
INSERT INTO "events" VALUES('td6aaea72d0ba46e9088894f5',14,'act',1,'["special"]',1.79482297498702764509e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',0,'start',0,'[]',1.7948229753435955047e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',1,'act',1,'["take red"]',1.79482297548555827133e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',2,'act',2,'["take purple","roll 3","roll 1"]',1.79482297575147271154e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',3,'act',1,'["wish fork"]',1.79482297578697538378e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',4,'act',2,'["map first-steps"]',1.79482297581507301335e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',5,'act',1,'["offer purple"]',1.79482297581942176821e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',6,'act',2,'["decline"]',1.7948229758556213379e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',7,'act',2,'["no offer","roll 5"]',1.79482297586870718003e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',8,'act',1,'["move d1"]',1.79482297589339065552e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',9,'act',1,'["move e2"]',1.79482297591710424425e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',10,'act',1,'["stop moving"]',1.79482297594131660458e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',11,'act',1,'["lower c2"]',1.79482297596887469294e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',12,'act',1,'["lower b6","roll 3"]',1.79482297598734188079e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',13,'act',2,'["move c2"]',1.79482297601556897159e+09,0);
INSERT INTO "events" VALUES('tbb340425ee8627be9d30a547',14,'act',2,'["move b2"]',1.79482297603942060476e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',0,'start',0,'["deal s1 flourish","deal s2 seal_of_lightning","deal s3 bewitch","deal s4 grow","deal s5 seal_of_wind","deal s6 hail_storm","deal s7 sprout","deal s8 surge","deal s9 seal_of_summer"]',1.79482297621121191975e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',1,'act',1,'["move a2"]',1.79482297625492858879e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',2,'act',1,'["end turn"]',1.79482297625903534886e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',3,'act',2,'["move b11"]',1.79482297629124712941e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',4,'act',2,'["end turn"]',1.79482297631341052059e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',5,'act',1,'["move a6"]',1.79482297633512735365e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',6,'act',1,'["end turn"]',1.79482297635509705545e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',7,'act',2,'["move b2"]',1.79482297638726329808e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',8,'act',2,'["dash"]',1.79482297640752792356e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',9,'act',2,'["sacrifice b1"]',1.79482297642740035062e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',10,'act',2,'["sacrifice b11"]',1.79482297645939326284e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',11,'act',2,'["move b1"]',1.79482297648362207407e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',12,'act',2,'["end turn"]',1.79482297650757360463e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',13,'act',1,'["move a3"]',1.79482297652767896654e+09,0);
INSERT INTO "events" VALUES('t5f48941eec1ce838efe71666',14,'act',1,'["end turn"]',1.7948229765475544929e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',0,'start',0,'["first p2","tile a3 elixir","tile a4 green","tile a5 flower","tile b2 mushroom","tile b3 red","tile b4 blue","tile b5 flower","tile c1 mushroom","tile c2 spice","tile c3 snow","tile c4 flower","tile c5 spice","tile d1 spice","tile d2 crystal","tile d3 crystal","tile d4 elixir","tile e1 elixir","tile e2 crystal","tile e3 snow","token a3 0","token a5 2","token b2 1","token b5 2","token c1 1","token c2 2","token c3 3","token c4 1","token c5 1","token d1 0","token d2 2","token d3 2","token d4 1","token e1 0","token e2 2","token e3 1"]',1.79482297682138514519e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',1,'act',2,'["town e1"]',1.79482297692080450062e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',2,'act',2,'["wall e1 e"]',1.79482297693182253836e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',3,'act',1,'["town d2"]',1.79482297694374299049e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',4,'act',1,'["wall d2 e"]',1.79482297697550129893e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',5,'act',1,'["wall d2 ne"]',1.79482297699885535243e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',6,'act',1,'["town d1"]',1.7948229770151722431e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',7,'act',1,'["wall d1 nw"]',1.79482297703954267499e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',8,'act',2,'["town c2"]',1.79482297707120156283e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',9,'act',2,'["wall c2 ne"]',1.7948229770913174153e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',10,'act',2,'["wall c2 sw"]',1.79482297712325835226e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',11,'act',2,'["take mushroom"]',1.79482297714023256302e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',12,'act',1,'["take crystal"]',1.79482297716711521147e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',13,'act',2,'["place w1 e1"]',1.79482297719512581823e+09,0);
INSERT INTO "events" VALUES('t4612f72158abff0c13404fbb',14,'act',2,'["place w2 c2"]',1.79482297721919536589e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',0,'start',0,'[]',1.7948229772443358898e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',1,'act',1,'["b1"]',1.79482297726468968384e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',2,'act',2,'["c2"]',1.79482297727604222297e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',3,'act',1,'["b2"]',1.79482297730017685893e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',4,'act',2,'["c3"]',1.79482297732411074635e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',5,'act',1,'["a1"]',1.79482297735216903685e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',6,'act',2,'["c1"]',1.79482297737607097631e+09,0);
INSERT INTO "events" VALUES('t9750d72b5ab19e4dca081c62',7,'act',1,'["b3"]',1.79482297740414667129e+09,0);
INSERT INTO "events" VALUES('t44b9ce69042795e7a6243cff',0,'start',0,'[]',1.79482297744333887099e+09,0);
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('2T5BSdSXsOrPjoV--f0qAA','Anna',1.79482297336330747601e+09);
CREATE TABLE holders (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat, guest), 
	FOREIGN KEY(table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('t685c23f7b451ab73e3e476c8',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t685c23f7b451ab73e3e476c8',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t0a9da88664170d6171cb1caf',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t0a9da88664170d6171cb1caf',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t0a9da88664170d6171cb1caf',3,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('td6aaea72d0ba46e9088894f5',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('td6aaea72d0ba46e9088894f5',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('tbb340425ee8627be9d30a547',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('tbb340425ee8627be9d30a547',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t5f48941eec1ce838efe71666',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t5f48941eec1ce838efe71666',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t4612f72158abff0c13404fbb',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t4612f72158abff0c13404fbb',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t9750d72b5ab19e4dca081c62',1,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t9750d72b5ab19e4dca081c62',2,'2T5BSdSXsOrPjoV--f0qAA');
INSERT INTO "holders" VALUES('t44b9ce69042795e7a6243cff',1,'2T5BSdSXsOrPjoV--f0qAA');
CREATE TABLE keys (
	name VARCHAR(64) NOT NULL, 
	value VARCHAR(200) NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "keys" VALUES('cookie','PTmQZS5jzSOy7WOpFE8T1twlGI99GB-lRH7wEdMY1L4');
CREATE TABLE seats (
	table_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	level VARCHAR(64) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	taken BOOLEAN NOT NULL, 
	away BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('t685c23f7b451ab73e3e476c8',1,'person','Anna','casual','76e7b82d28c6ffdbae0e237b4ed2dc8773131883e322ad2a190a51a98c7d86e2',1,0);
INSERT INTO "seats" VALUES('t685c23f7b451ab73e3e476c8',2,'person','Player 2','casual','20bfb16df85f815710b717cadbb07c2fd9af854036c566604d9c028a927b40f5',1,0);
INSERT INTO "seats" VALUES('t0a9da88664170d6171cb1caf',1,'person','Anna','casual','f73e88cdbd2fa1ac9a7b451274a0cec1bb321a94678892600a8ab27a01fb6ec9',1,0);
INSERT INTO "seats" VALUES('t0a9da88664170d6171cb1caf',2,'person','Player 2','casual','436f1945cacf5e381464d27bcff089af298f9f42083846e73077bbe378148572',1,0);
INSERT INTO "seats" VALUES('t0a9da88664170d6171cb1caf',3,'person','Player 3','casual','b82ecd0cc4efdac89235aeff400ab8b735a9f4b613a7c7f90764c52486405578',1,0);
INSERT INTO "seats" VALUES('td6aaea72d0ba46e9088894f5',1,'person','Anna','casual','92e2f1c6a9c3a1cee78b7e0945071cd01a64d63b654153f15a3a3b6654127b28',1,0);
INSERT INTO "seats" VALUES('td6aaea72d0ba46e9088894f5',2,'person','Player 2','casual','2f3b1fdaaf84ac13c8e24319d6fc9ce90302b2d98d20913d7ee1d7e3dff48357',1,0);
INSERT INTO "seats" VALUES('tbb340425ee8627be9d30a547',1,'person','Anna','casual','d100f52a75b51a8073429ab49d59221f56ab7842e9bfcda7866262e0e8672037',1,0);
INSERT INTO "seats" VALUES('tbb340425ee8627be9d30a547',2,'person','Player 2','casual','db26dcf523e1f05b0974a3d1f2028488cf0e30728474e688724a04c93b298290',1,0);
INSERT INTO "seats" VALUES('t5f48941eec1ce838efe71666',1,'person','Anna','casual','13f1089be1f6bd52af982a63c4d928fdfe5ee21329af51e0438ab856eae44d05',1,0);
INSERT INTO "seats" VALUES('t5f48941eec1ce838efe71666',2,'person','Player 2','casual','8325ac15525d10f112a5c1d2d230985a56ea6a8a19e7599b9fe5257be8a1e4e3',1,0);
INSERT INTO "seats" VALUES('t4612f72158abff0c13404fbb',1,'person','Anna','casual','92e6e62b6967c1383bd6e4a39f9388d1c54260d55cebff0d8754ccb71504b002',1,0);
INSERT INTO "seats" VALUES('t4612f72158abff0c13404fbb',2,'person','Player 2','casual','c6cf64c558489c33630158e948bfaacc0eefee67ab19e87a5669f8f838b6fcd0',1,0);
INSERT INTO "seats" VALUES('t9750d72b5ab19e4dca081c62',1,'person','Anna','casual','e2ace33eb8e778574ad8247b8b48b550e2fdb542afc5759bf4b64d9ebed79883',1,0);
INSERT INTO "seats" VALUES('t9750d72b5ab19e4dca081c62',2,'person','Player 2','casual','9e7c03f86097023b49382360d9339bdf98c18d1079a91900173f582e57b6bbaa',1,0);
INSERT INTO "seats" VALUES('t44b9ce69042795e7a6243cff',1,'person','Anna','casual','05b52298bf92fcaa4189481e86a3a72b888b91ab29dd2b82c2a2fc6967fc2f6b',1,0);
INSERT INTO "seats" VALUES('t44b9ce69042795e7a6243cff',2,'person','Open seat','casual','37fdc159a6a1e680b7ec526c005336cc6aa34d567f4c9270043245f6e27796c8',0,0);
CREATE TABLE tables (
	id VARCHAR(40) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	game_version INTEGER NOT NULL, 
	content VARCHAR(64) NOT NULL, 
	options TEXT NOT NULL, 
	start TEXT, 
	seed VARCHAR(200) NOT NULL, 
	clock TEXT, 
	public BOOLEAN NOT NULL, 
	creator VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	turn INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	clock_from FLOAT NOT NULL, 
	takeback TEXT, 
	rematch VARCHAR(40), 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('t685c23f7b451ab73e3e476c8','hex',1,'af66830c38da626b','{"players":2,"size":11,"swap":true}',NULL,'528a7cede093469f94e4e5ca4ff18ec8',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',1,1.7948229734662652016e+09,1.79482297383257937426e+09,1.79482297383257937426e+09,NULL,NULL);
INSERT INTO "tables" VALUES('t0a9da88664170d6171cb1caf','manapool',1,'3da1cea770d395b9','{"players":3,"board":"crossing","setup_order":"seat","corners":"any","first_player":"random","mana_goal":10,"token_limit":0,"base_attack":1,"base_defense":1,"round_limit":100}',NULL,'6a21279e2b9ce2465df2c8f0fd57c881',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',1,1.79482297394759726522e+09,1.7948229742829959392e+09,1.7948229742829959392e+09,NULL,NULL);
INSERT INTO "tables" VALUES('td6aaea72d0ba46e9088894f5','hexemonia',1,'5f36dcfe14d3165b','{"players":2,"revolts":false,"first_player":"random","end_trigger":"pile_empty","supply":"limited","exchange":"once_per_hex","myth_limit":"at_once","excess":"per_type","shield_self":false,"philosopher_counts":"city","tris_needs_active":false,"delphi_counts_itself":false,"names":"english"}',NULL,'b1f80f21c02f77ae4151c3ce06cb0d88',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',1,1.79482297447616505618e+09,1.79482297498702764509e+09,1.79482297498702764509e+09,NULL,NULL);
INSERT INTO "tables" VALUES('tbb340425ee8627be9d30a547','hexcape',1,'d6cac44209fd8e5c','{"players":2,"die":"map","map":"vote","order":"dice","order_swaps":true,"cards":true,"raise_ends":false,"teleport_swap":true,"teleport_chain":false,"thaw_round":"map","round_limit":60}',NULL,'bbf02990617d709dd4d174462689f80c',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',2,1.7948229753435955047e+09,1.79482297603942060476e+09,1.79482297603942060476e+09,NULL,NULL);
INSERT INTO "tables" VALUES('t5f48941eec1ce838efe71666','sigil',1,'6db3588571870ab5','{"players":2,"preset":"rulebook_2023","fireblast_sacrifice":false,"hail_slots":"3and5","elimination":"end_of_turn","loop":"auto","loop_limit":3,"turn_cap":0,"layout":"random","start":"fixed","win":"standard","pool":"core"}',NULL,'c0fb0fe0e618d8b96fa70f54b92204b8',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',2,1.79482297621121191975e+09,1.7948229765475544929e+09,1.7948229765475544929e+09,NULL,NULL);
INSERT INTO "tables" VALUES('t4612f72158abff0c13404fbb','sygon',1,'a037168bc7274fd3','{"players":2,"mode":"ffa","board":"random","scorch":false,"terraform":false,"spells":false,"competitive":false,"turn_timer":0,"ash_counts":"eruptions","lost_wizards":"gone","frame_walls":false,"upright":"all","transform_discount":"given","team_encirclement":"own","team_draft":"1 3 4 2 2 4 3 1","max_rounds":50,"seats":"random"}',NULL,'fd2c37f6045c7f923d3868518fe794b9',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','running',2,1.79482297682138514519e+09,1.79482297721919536589e+09,1.79482297721919536589e+09,NULL,NULL);
INSERT INTO "tables" VALUES('t9750d72b5ab19e4dca081c62','hex',1,'af66830c38da626b','{"players":2,"size":3,"swap":true}',NULL,'590cd25cfc9de80d26ec7e82c5f16ded',NULL,0,'2T5BSdSXsOrPjoV--f0qAA','over',0,1.7948229772443358898e+09,1.79482297740414667129e+09,1.79482297740414667129e+09,NULL,NULL);
INSERT INTO "tables" VALUES('t44b9ce69042795e7a6243cff','hex',1,'af66830c38da626b','{"players":2,"size":11,"swap":true}',NULL,'07291c45f2adef9c4001c36f4ac75afb','{"per_move":3600.0,"bank":60.0}',1,'2T5BSdSXsOrPjoV--f0qAA','open',1,1.79482297744333887099e+09,1.79482297744333887099e+09,1.79482297744333887099e+09,NULL,NULL);
CREATE INDEX tables_by_status ON tables (status, updated);
CREATE INDEX holders_by_guest ON holders (guest);
CREATE INDEX chats_by_table ON chats (table_id, id);
COMMIT;
