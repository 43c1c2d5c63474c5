/** The letters of the demo accounts. People read them first: they say what the product is for. */

export const TRYING_IT_OUT = `Dear me,

I do not know yet what I would want to keep here, so I begin with something small.

It is raining. The man downstairs is practising the trumpet, the same four bars since five o'clock, and a moment ago he got them right. There was a pause. I think the whole building put down what it was holding.

Then he played them once more, to be sure.

M.`;

export const BEFORE_THE_HARVEST = `Teresa,

For the years in which I am not the one who decides when to begin.

Do not go by the calendar and do not go by the neighbours. Walk the upper rows on a dry morning and bite a seed. When it is brown and tastes of nuts, wait four days. If it rains on the third, do not wait for the fourth.

The old press leaks on the left. It has always leaked on the left. Your great-grandfather put a bucket there, and the bucket has been replaced, but never the leak.

Pay the pickers the evening before the last day. They will come anyway, and better.

Your father`;

export const THIRTY_YEARS = `My dear,

If this arrives in the morning, I am in the kitchen and I have burnt the toast. If it arrives in the evening, we have had words about the map.

Thirty years. I counted the places in which we have been lost together and came to nineteen, and there is none of them I would have wanted to find by myself.

Put on the green coat. I have reserved a table. You will say that I ought to have asked, and then you will like it.

Rui`;

export const WHERE_EVERYTHING_IS = `To whoever needs it,

The spare key is with Dona Lurdes on the second floor. She will want you to stay for tea. Stay.

Papers:
- the house: blue folder, lower shelf
- the car: in the car, I am sorry
- insurance: grey folder, and Inês knows the rest
- photographs: nobody has sorted them, everybody should

The cat eats at seven. He will say that he has not.

The fig tree belongs half to the neighbour. We settled this in 2011 with a handshake over the wall, and I would like it to stay settled.

There is nothing here that cannot wait until you have slept.

Helena`;

export const YOUR_NAME = `Dear Ana,

Tonight you asked where your name comes from, and I told you that it was the shortest one we could agree on. That is the short answer. You were asleep before I had found the beginning of the long one.

In the spring before you were born your father kept a list on the refrigerator and I kept one in my coat. We were careful with each other's lists, as one is with somebody else's soup. Every Sunday one of us crossed something out and said nothing.

Then the lift broke, and for a month we climbed the stairs with the neighbour from the fourth floor, who was ninety and rested on every landing. On each of them she told us a little more about her sister. They had shared a bed, then a bicycle, then a shop. And when we came to her door she always said the same thing: “Well. Ana would have laughed at me by now.”

On the last day of that month, on the third landing, your father looked at me, and that was that. Nobody had to cross out anything.

So you are named after somebody who laughed on stairs. I never met her. I think of her whenever I hear you coming up.

With all of it, on the day I write and on the day you read,
Mamã`;

export const SEVENTH_SUMMER = `Ana,

You are seven, if I have counted right, and by now you can swim. As I write, you still hold on to my neck in the water, so tightly that I can feel you thinking.

Three things about the sea, for this summer.

It is colder than it looks, and you get used to it sooner than you believe. The wave you are watching is never the one that gets you. And if you lie on your back and let your ears go under, you will hear something like very small glass. That is the sand. It has been talking all the time; most people stand up too straight to hear it.

I hope that I am on the beach while you read this, pretending to read something else. Come and get me. I shall complain about the cold, and then I shall go in.

Mamã`;

export const EIGHTEEN = `Dear Ana,

You are eighteen today. I have been trying for an hour to write something wise, and what there is on the paper is the ring of my cup.

So here is what I know. It is not much, and it took me a long time.

You can leave a place and stay on good terms with it. Most of what people call being sure is only having slept. Learn to cook four things well. Do not keep friends who keep accounts. When you are ashamed of something, tell one person, soon: it becomes half the size. Ring your uncle. He will never ring first, and he will always be glad.

There is nothing you could tell me that would make me wish you had kept it to yourself.

It is an ordinary Wednesday in the kitchen. You are four, you are under the table, and you are a lion. I want you to know that I was looking forward, even then, to whoever you would turn out to be.

I still am. Every day,
Mamã`;

export const TURNING_FORTY = `João,

Before anybody sings: look behind the flour in Mother's pantry. What I took from your room in 1998 is in the biscuit tin, in better condition than when I stole it. I have felt bad about this on and off, mostly off.

You taught me to ride a bicycle by letting go without a word. I was furious for a week. I have used the method ever since, on everybody I love, and it is time you knew where it came from.

Forty suits you. Eat something before the coffee.

Your sister,
Helena`;

export const TO_MYSELF = `Helena,

A list, because you like lists and never keep them.

Did you book the check-up?
Book the check-up.
Is the blue jumper finished, or has it only moved to another bag?
Are you still cross about the tree? How is the tree?

Last spring you were certain that you could not do it, and then it was June. Remember that the next time somebody says that a thing cannot be done, most of all if it is you.

Now go and open the window. It is probably a fine morning.

H.`;

export const YOUR_KEY = `Margarida,

You are reading this in a kitchen that I have never seen. While I write, your boxes stand in the hall, and you have labelled every one of them Various.

I promised not to be sad for half a year. It is half a year, so: the bakery has stopped putting the burnt one aside. I have asked them to begin again.

Your key still hangs beside mine. Nobody has said that it should not.

H.`;

export const THE_SOUP = `João,

You have asked four times, and four times I said “a bit of this”. Here it is exactly, as Grandmother made it and never wrote it down.

For six people, or for two for three days:
1 kg of floury potatoes
2 onions
4 cloves of garlic
1 chouriço
a bunch of kale, cut as fine as thread
olive oil, more than you think

Boil the potatoes, the onions and the garlic in two litres of salted water until they give up. Crush them, do not blend them: she would have known. Let the chouriço colour the pot, then take it out and slice it. The kale goes in last, for three minutes, not four. The oil comes at the table.

And the exact part is this. She always put in one potato too many, “for whoever comes”. In all those years I cannot remember an evening when nobody came.

H.`;

export const ON_THE_PLATFORM = `Dear Inês,

There were four minutes left, and we spent them on the weather in a town to which you were not moving for the weather. I had a sentence ready and did not use it. Here it is.

Because you sat with me on those evenings in March and asked nothing, I was able to begin again in April.

That is all. I was afraid that you would be embarrassed, or that I would. Then the doors closed, and we waved like people in a film about two other people.

You need not answer. I only wanted it to have been said.

Helena`;

export const ABOUT_THE_BOAT = `Tomás,

The boat is yours. She was always more yours than mine; I only paid for the paint.

The papers are in the blue folder, the oars are at my brother's. The left one is the better one. Do not let anybody tell you that she needs an engine.

If you ever sell her, sell her to somebody who sings.

Helena`;

export const THE_HAT = `It was a good hat. He had saved for it, and the wind took it off the pier at Póvoa in the first minute.

He watched it for a while, and then he said, well, it will be warmer than we are. My mother laughed so much that she had to sit down on the nets.

It came back in March. A man from the boats had it on, and my father looked at him, and at the hat, and lifted a hand, and the man lifted the hat. They did that for eleven years, every Sunday. They never spoke.

When my father died, the man came to the church with the hat in his hands. He put it on the chair beside mine and went out again.

I have it here. It does not fit anybody.`;

export const AFTER_US = `The third stair is not broken, it is a doorbell.

The fig tree gives twice if you leave it alone in June. We were happy in the kitchen, mostly on wet Sundays, and it is no use to ask why; it faces north and the window sticks.

There is a mark on the door frame of the small room for each year from one to twelve. Please paint around it, or write yours beside it. The one at seven is crooked because he was laughing.

If you hear someone at night, it is the pipe.

We did not want to go, and we are glad that it is you.`;

export const WITHOUT_NUMBERS = `Enough flour that the table looks like February.

Water until it stops arguing. Salt, and then the salt you were afraid to add. Leave it under the blue towel for as long as it takes to forget about it, and when you remember, come back and be gentle.

The oven is hot when you do not want to put your hand in.

It is done when the house says so.`;
