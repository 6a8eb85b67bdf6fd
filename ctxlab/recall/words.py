"""The words that test facts are made of: services, and engineers' first names.

No name's beginning is another name: a model that says "Anna" has not said
"Ann". Taught in 03.
"""

_ADJECTIVES = """
amber bold brisk calm clear coral crisp dusty eager faded gentle golden
hidden hollow ivory jolly keen lively mellow misty noble proud quiet rapid
"""
_NOUNS = """
anchor badger beacon bridge canyon comet ferry falcon garden glacier harbor heron
island lantern meadow otter pepper pigeon quarry rocket saddle thistle tunnel walnut
"""
_FIRST_NAMES = """
Ada Adele Ahmed Aisha Akira Alice Amara Amir Ana Andre Anders Ansel Arjun Astrid Bashir
Beatrix Bella Bjorn Boris Bruno Camila Carlos Cecil Chen Chidi Clara Conrad Dalia Daphne
David Diego Dmitri Edith Elena Elias Emeka Emil Esther Fatima Felix Fiona Flora Frank
Freya Gaston Gemma George Gita Greta Gustav Hana Harriet Hassan Helga Hugo Ibrahim Igor
Ines Ingrid Isaac Ivan Jamal Jasper Joan Jonas Julia Kamal Karen Kenji Kofi Laila Lars
Leon Lin Lucia Lydia Magnus Malik Marcus Maria Matteo Mei Mira Nadia Naomi Neil Nikolai
Nina Noor Olga Oliver Omar Oscar Paolo Pedro Petra Priya Quentin Rafael Ravi Rosa Ruth
Samir Selma Simon Sofia Stefan Suresh Tara Thomas Tomoko Ursula Victor Vera Wanda Wei
Xavier Yara Yusuf Zainab Zoe
"""

ADJECTIVES = _ADJECTIVES.split()
NOUNS = _NOUNS.split()
FIRST_NAMES = _FIRST_NAMES.split()
