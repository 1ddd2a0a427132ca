"""The records of a search tree. Chances are counted in parts of `guide.SURE`."""

from hexagora.engine.record import Record, i8, i32, i64

MOST_PLAYERS = 8


class Node(Record):
    """A position in the tree (or, with hidden information, what the searching seat knows of one)."""

    key = i64("tells positions apart, 0 where nobody will ask")
    total = i64("sum of what its mover got")
    first = i32("its first edge")
    count = i32("its edges")
    room = i32("edges that its block can take")
    open = i32("edges that are looked at so far")
    width = i32("legal actions or outcomes")
    weight = i32("sum of the appeals of its actions, or of the weights of its outcomes")
    visits = i32("simulations through it")
    result = i32[MOST_PLAYERS]("what each player gets if proven, else what best play leads to by the evaluations")
    mover = i8("who decides: a player, CHANCE or OVER")
    proof = i8("1 if the result is proven")


class Edge(Record):
    """An action of a position."""

    total = i64("sum of what the mover got by it")
    later_total = i64("sum of what the mover got when the action was made then or later")
    action = i32("the action, as the searching seat sees it")
    child = i32("the position it leads to, -1 before it is in the tree")
    visits = i32("simulations through it")
    later = i32("simulations in which the mover made it then or later")
    offered = i32("simulations in which it could be chosen (hidden information)")
    prior = i32("its appeal, or the weight of the outcome")
    guess = i32("what the mover gets by best play according to the evaluations, -1 before it is in the tree")
    closed = i8("1 if the position it leads to is proven")


class Tree(Record):
    """The head of a tree: where it stands, and how it is searched."""

    gain = i64[MOST_PLAYERS]("sum of what each player got since the search of this root began")
    judged = i64[MOST_PLAYERS]("what the network says of the present leaf")
    looks = i64("simulations since the search of this root began")
    decisions = i64("decisions made in simulations")
    stamp = i64("number of the present simulation")
    tick = i64("number of the present visit of a node")
    merged = i64("edges that led to a position already in the tree")
    root = i32("the node of the position asked about")
    nodes = i32("nodes used")
    edges = i32("edges used")
    actions = i32("size of the game's action space")
    drawn = i32("the outcome drawn last")
    explore = i32("how much uncertainty counts, in thousandths")
    later = i32("simulations after which an action's own results count as much as those of its later use; 0: never")
    doubt = i32("how much worse than its siblings an untried action is taken to be, in parts of SURE")
    opened = i32("edges that are looked at from the start")
    opening = i32("further edges per square root of visits, in hundredths")
    trust = i32("how much the best of the evaluations counts beside the mean of the results, in thousandths")
    mix = i32("how much the network counts beside play-outs and rules of thumb, in thousandths; 0: not at all")
    patience = i32("edges of a node for each simulation that an edge must wait before it gets a node")
    limit = i32("decisions of a play-out before it is evaluated")
    deepest = i32("the longest way into the tree")
    players = i8("players of the match")
    viewer = i8("the player who searches")
    hidden = i8("1 if the search guesses what the viewer cannot know")
    paranoid = i8("1 if all others are taken to play against the viewer, 0 if each plays for itself")
    at_once = i8("1 if the network judges every leaf, 0 if only settled positions to which it is played on")
    proving = i8("1 if proven results are used")
